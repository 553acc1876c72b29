import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { expected } from '../../../apps/daemon/test/shipped-hooks/real-server.ts';
import { fences, titled } from './documents.ts';

/** A file of a program that can check it, and how to know it. */
interface Checkable {
  readonly is: (content: unknown) => boolean;
  /** The whole file, where the documents show a part. */
  readonly whole?: (content: unknown) => unknown;
  readonly by: readonly string[];
}

const CHECKABLE: readonly Checkable[] = [
  { is: has('scrape_configs'), by: ['promtool', 'check', 'config', '--syntax-only'] },
  { is: has('groups'), by: ['promtool', 'check', 'rules'] },
  {
    is: (content) => Array.isArray(content) && content.every(has('expr')),
    whole: (rules) => ({ groups: [{ name: 'shown', rules }] }),
    by: ['promtool', 'check', 'rules'],
  },
  { is: has('receivers'), by: ['amtool', 'check-config'] },
];

it.each(titled(fences('yaml')))('has YAML that is read without a warning: $title', ({ text }) => {
  const { errors, warnings } = parseDocument(text);
  expect([...errors, ...warnings].map(String)).toEqual([]);
});

it.for(titled(fences('yaml')))('has YAML that its program takes: $title', ({ text }, { skip }) => {
  const content: unknown = parseDocument(text).toJS();
  const checkable = CHECKABLE.find(({ is }) => is(content));
  expect(checkable, 'there is a program for it').toBeDefined();
  const [program = '', ...args] = checkable?.by ?? [];
  skip(!expected(program), `${program} is missing (Debian: prometheus, prometheus-alertmanager)`);
  const file = fileOf(checkable?.whole === undefined ? text : stringify(checkable.whole(content)));
  const { error, status, stdout, stderr } = spawnSync(program, [...args, file], {
    encoding: 'utf8',
  });
  expect(error).toBeUndefined();
  expect(status, stdout + stderr).toBe(0);
});

function has(key: string): (content: unknown) => boolean {
  return (content) => typeof content === 'object' && content !== null && key in content;
}

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'shown.yml');
  writeFileSync(path, text);
  return path;
}
