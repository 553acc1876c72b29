import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeReader } from '../src/claude-code/claude-record.ts';
import { parseClaudeLine } from '../src/claude-code/parse-claude-line.ts';
import { isObject } from '../src/json-value.ts';
import { FIXTURES } from './lab.ts';

const RECORD = {
  isSidechain: false,
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: 'ok' }] },
  timestamp: '2026-11-30T01:39:54.248Z',
};
const KEPT = { stdout: '{"message":1}', agents: [{ toolUseResult: { stdout: 'b' } }] };

function turnsOf(value: unknown): unknown {
  const read = claudeReader({ session: 's' }, { zone: 'UTC' });
  return isObject(value) ? read(value, { source: '', record: 0 }) : value;
}

it('leaves out what the program keeps of a result for itself', () => {
  const line = JSON.stringify({ ...RECORD, toolUseResult: KEPT, cwd: '/srv' });
  expect(parseClaudeLine(line)).toEqual(RECORD);
});

it.each([
  ['a text that looks like it', { ...RECORD, cwd: ',"toolUseResult":{}' }],
  ['one that is not the record’s own', { ...RECORD, data: { a: 1, toolUseResult: KEPT }, b: 2 }],
  ['one before the message', { parentUuid: null, toolUseResult: KEPT, ...RECORD }],
  ['one before the stamp', { type: 'user', toolUseResult: KEPT, timestamp: 'now', message: {} }],
  ['the name of a sub-agent behind it', { ...RECORD, toolUseResult: KEPT, agentId: 'helper' }],
  ['nothing but it', { toolUseResult: KEPT }],
])('reads the whole of a line with %s', (_, record) => {
  expect(parseClaudeLine(JSON.stringify(record))).toEqual(record);
});

it.each([
  '',
  '{',
  '[1]',
  '{"a":1,"toolUseResult":',
  `${JSON.stringify(RECORD).slice(0, -1)},"toolUseResult":{`,
])('takes no half a line for a record: %s', (text) => {
  expect(isObject(parseClaudeLine(text))).toBe(false);
});

it('gives the turns of every recorded line', () => {
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' });
  const lines = names
    .filter((name) => /claude.*\.jsonl$|agent-.*\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(FIXTURES, name), 'utf8').split('\n').slice(0, -1));
  expect(lines.length).toBeGreaterThan(300);
  for (const line of lines) {
    expect(turnsOf(parseClaudeLine(line))).toEqual(turnsOf(JSON.parse(line)));
  }
});
