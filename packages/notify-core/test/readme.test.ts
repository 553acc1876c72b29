import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const readme = readFileSync(`${root}README.md`, 'utf8');

describe('the README', () => {
  it('shows an example that prints what it says', () => {
    const args = ['--conditions=@harness/source', '--input-type=module-typescript', '-e'];
    const printed = execFileSync(process.execPath, [...args, blockOf('ts')], { cwd: root });
    expect(printed.toString()).toBe(blockOf('text'));
  });
});

function blockOf(language: string): string {
  const start = readme.indexOf(`\`\`\`${language}\n`) + language.length + 4;
  return readme.slice(start, readme.indexOf('```', start));
}
