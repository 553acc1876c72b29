import { formatProblem, readToml } from '@harness/config-text';
import { expect, it } from 'vitest';
import { refuseNotify } from '../src/index.ts';

function linesOf(text: string): string[] {
  const document = readToml(text, '10-x.toml');
  return document.kind === 'refused' ? [] : refuseNotify(document, 'drop-in').map(formatProblem);
}

it.each([
  ['[notify]\ncommand = ["/bin/x"]', '1:2'],
  ['[harness.a]\n[notify]', '2:2'],
  ['notify.command = ["/bin/x"]', '1:1'],
  ['"notify".command = []', '1:1'],
  ['[[notify]]', '1:3'],
  ['notify = { command = [] }', '1:1'],
  ['notify = "off"', '1:1'],
  ['[notify.sub]', '1:2'],
  ['\r\n[ notify ]\r\n', '2:3'],
])('%j is refused where it begins, once, with the reason', (text, place) => {
  expect(linesOf(text)).toEqual([
    expect.stringMatching(
      new RegExp(`^10-x\\.toml:${place}: \\[notify\\] is refused in a drop-in: .*only the global`),
    ),
  ]);
});

it.each(['', '[harness.notify]', 'x.notify = 1'])('%j has none', (text) => {
  expect(linesOf(text)).toEqual([]);
});
