import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem, loadConfig } from '@harness/harness-config';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fences, titled } from './documents.ts';

/** The folder that an example names. */
const DROP_INS = 'harness.d';

/** An example of a profile may name harnesses of other examples. */
const OF_OTHER_EXAMPLES = /profile\.\w+\.harnesses\[\d+\] = .* is no harness/;

describe('configuration in the documents', () => {
  it.each(titled(fences('toml')))('is read without a problem: $title', async ({ text }) => {
    const folder = await mkdtemp(join(tmpdir(), 'harness-docs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'harness.toml');
    await writeFile(path, text);
    await mkdir(join(folder, DROP_INS));
    const loaded = await loadConfig({ path });
    const problems = loaded.kind === 'refused' ? loaded.problems.map(formatProblem) : [];
    expect(problems.filter((problem) => !OF_OTHER_EXAMPLES.test(problem))).toEqual([]);
  });
});

it.each(titled(fences('json')))('has JSON that can be parsed: $title', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow();
});
