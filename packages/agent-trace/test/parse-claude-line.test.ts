import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PASSED_OVER, parseClaudeLine } from '../src/claude-code/parse-claude-line.ts';
import { parseJson } from '../src/json-value.ts';
import { FIXTURES } from './lab.ts';

const RECORD = {
  isSidechain: false,
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: 'ok' }] },
  timestamp: '2026-11-30T01:39:54.248Z',
};
const AFTER = { permissionDecision: { decision: 'accept' }, agentId: 'helper', gitBranch: 'a},"b' };

/** What a line holds, whether its `toolUseResult` was parsed or not. */
function readOf(value: unknown, whole: unknown): unknown {
  return isPassedOver(value) ? { ...Object(whole), toolUseResult: PASSED_OVER } : whole;
}

function isPassedOver(value: unknown): boolean {
  return Object(value)['toolUseResult'] === PASSED_OVER;
}

it.each([
  ['what a command printed', { stdout: 'a "b" }', stderr: '', interrupted: false }],
  ['a file in it', { type: 'text', file: { content: '{"a":{"b":1}}', numLines: 1 } }],
  [
    'lists in it',
    { originalFile: '}', structuredPatch: [{ lines: ['-a', '+b'] }], userModified: false },
  ],
  ['a list', [{ type: 'text', text: ']' }]],
  ['nothing in it', {}],
])('passes over what the program keeps of a result: %s', (_, toolUseResult) => {
  const line = JSON.stringify({ ...RECORD, toolUseResult, ...AFTER });
  expect(parseClaudeLine(line)).toEqual({ ...RECORD, toolUseResult: PASSED_OVER, ...AFTER });
});

it.each([
  ['a text that looks like it', { ...RECORD, cwd: ',"toolUseResult":{},"', ...AFTER }],
  [
    'one that is not the record’s own',
    { data: { a: 1, toolUseResult: { b: 1 }, c: 2 }, ...RECORD },
  ],
  [
    'one inside, and its own',
    { data: [{ a: 1, toolUseResult: {} }], toolUseResult: { b: 1 }, c: 2 },
  ],
  [
    'a text',
    { ...RECORD, toolUseResult: 'Error: no such file', agentId: 'a', list: [1], cwd: '/' },
  ],
  ['no value to speak of', { ...RECORD, toolUseResult: null, agentId: 'a', data: {}, cwd: '/' }],
  ['nothing behind it', { ...RECORD, toolUseResult: { usage: { a: 1 }, content: 'a' } }],
  ['an object within it before its end', { ...RECORD, toolUseResult: { a: {}, b: 1 }, ...AFTER }],
  ['a text within it that looks like its end', { ...RECORD, toolUseResult: { a: '},' }, ...AFTER }],
  ['the time behind it', { type: 'user', toolUseResult: { a: 1 }, timestamp: 'now', cwd: '/' }],
  [
    'much more of it behind what looks like its end',
    { ...RECORD, toolUseResult: { a: {}, b: '}'.repeat(4_096) }, ...AFTER },
  ],
  ['it first', { toolUseResult: { a: 1 }, ...RECORD }],
])('reads the whole of a line with %s', (_, record) => {
  expect(parseClaudeLine(JSON.stringify(record))).toEqual(record);
});

it.each([
  '',
  '{',
  '{"a":1,"toolUseResult":',
  '{"a":1,"toolUseResult":{"b":1},"c":2',
  '{"a":1,"toolUseResult":{"b":{"a":1,"toolUseResult":{"b":1}',
  `${JSON.stringify(RECORD).slice(0, -1)},"toolUseResult":{"stdout":"a${JSON.stringify(RECORD)}`,
])('takes no half a line for a record: %s', (line) => {
  expect(parseClaudeLine(line)).toBeUndefined();
});

it('reads of any record what JSON.parse does, whatever stands where', () => {
  const text = fc.oneof(
    fc.constantFrom(
      'toolUseResult',
      ',"toolUseResult":{',
      '},"',
      '],"',
      '"',
      '\\',
      '\\"',
      '}',
      'UseRes',
      '✓',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.constantFrom(0, null, true, PASSED_OVER.length),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(text, tie('any'), { maxKeys: 4 }),
  }));
  let passedOver = 0;
  fc.assert(
    fc.property(value.object, value.any, value.object, (before, kept, after) => {
      const line = JSON.stringify({ ...Object(before), toolUseResult: kept, ...Object(after) });
      const read = parseClaudeLine(line);
      passedOver += isPassedOver(read) ? 1 : 0;
      expect(read).toEqual(readOf(read, JSON.parse(line)));
    }),
    { numRuns: 2_000 },
  );
  expect(passedOver).toBeGreaterThan(100);
});

it('takes no line that was cut or run into another for one of the two', () => {
  const toolUseResult = { stdout: 'a "b"', interrupted: false };
  const line = JSON.stringify({ ...RECORD, toolUseResult, ...AFTER });
  for (let at = 0; at < line.length; at += 1) {
    expect(parseClaudeLine(line.slice(0, at))).toBeUndefined();
    expect(parseClaudeLine(line.slice(0, at) + line)).toEqual(
      at === 0 ? expect.anything() : undefined,
    );
  }
});

it('reads every recorded line as JSON.parse does', () => {
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' });
  const lines = names
    .filter((name) => name.includes('.jsonl'))
    .flatMap((name) => readFileSync(join(FIXTURES, name), 'utf8').split('\n'));
  const passedOver = lines.filter((line) => {
    const read = parseClaudeLine(line);
    expect(read).toEqual(readOf(read, parseJson(line)));
    return isPassedOver(read);
  });
  expect(passedOver.length).toBeGreaterThan(100);
});
