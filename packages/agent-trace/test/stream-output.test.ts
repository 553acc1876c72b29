import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStreamOutput } from '../src/index.ts';
import { FIXTURES } from './lab.ts';

const CONTEXT = { atMs: Date.parse('2026-09-23T13:00:00Z'), zone: 'UTC' };

it('takes the reset of a rejected call from its number, not from its words', () => {
  const { cause, refusal } = readStreamOutput(
    'claude-code',
    lines('claude-stream-json-quota'),
    CONTEXT,
  );

  expect(cause).toBe("You've hit your session limit · resets 8pm (Europe/Berlin)");
  expect(refusal).toMatchObject({
    class: 'quota',
    rule: 'usage_window',
    status: 429,
    resetMs: Date.parse('2026-09-23T18:00:00Z'),
  });
});

it('says what a run that ended well said last, and no refusal', () => {
  expect(readStreamOutput('claude-code', lines('claude-stream-json-success'), CONTEXT)).toEqual({
    cause: 'All steps done.',
  });
});

it("reads Codex's refusal with its date in the agent's zone", () => {
  const { cause, refusal } = readStreamOutput('codex', lines('codex-exec-json-quota'), CONTEXT);

  expect(cause).toContain('usage limit');
  expect(refusal).toMatchObject({ class: 'quota', resetMs: Date.parse('2026-09-26T09:00:00Z') });
});

it('leaves out a failure of Codex that a later turn got over', () => {
  const error = { type: 'error', message: 'Reconnecting... 1/5 (429 Too Many Requests)' };
  const item = {
    type: 'item.completed',
    item: { type: 'agent_message', text: 'Fixed.\nAll good.' },
  };

  expect(
    readStreamOutput('codex', json([error, item, { type: 'turn.completed' }]), CONTEXT),
  ).toEqual({
    cause: 'All good.',
  });
});

it.each([
  [{ type: 'result', subtype: 'error_max_turns', is_error: true }, 'The agent used up its turns.'],
  [{ type: 'result', subtype: 'error_during_execution', errors: ['boom'], is_error: true }, 'boom'],
  [{ type: 'result', subtype: 'success', is_error: false, result: 'a\n\n b \n' }, 'b'],
])('puts an ending of Claude Code in words: %j', (event, cause) => {
  expect(readStreamOutput('claude-code', json([event]), CONTEXT)).toEqual({ cause });
});

it('takes no refusal from what the agent said or a tool printed', () => {
  const text = "You've hit your usage limit. Try again in 3 hours.";
  const message = { role: 'assistant', content: [{ type: 'text', text }] };
  const events = [
    { type: 'assistant', message },
    { type: 'result', subtype: 'success', is_error: false, result: text },
  ];

  expect(readStreamOutput('claude-code', json(events), CONTEXT).refusal).toBeUndefined();
});

it('reads the failure that OpenCode prints as an event', () => {
  const error = { name: 'APIError', data: { message: 'Too Many Requests', statusCode: 429 } };

  expect(readStreamOutput('opencode', json([{ type: 'error', error }]), CONTEXT)).toMatchObject({
    cause: 'Too Many Requests',
    refusal: { class: 'quota', status: 429 },
  });
});

it.each([
  ["You've hit your limit · resets 10pm (America/New_York)", 'quota'],
  ['429 quota exceeded', 'quota'],
  ['Not logged in · Please run /login', 'auth'],
])('classifies the last line of plain text: %s', (line, refusalClass) => {
  expect(readStreamOutput('claude-code', ['429 before', 'x', line, ''], CONTEXT)).toMatchObject({
    cause: line,
    refusal: { class: refusalClass },
  });
});

it.each([[[]], [['', '  ']], [['{"type":']], [['null', '[1]']]])('survives %j', (found) => {
  expect(readStreamOutput('codex', found, CONTEXT).refusal).toBeUndefined();
});

function lines(name: string): readonly string[] {
  return readFileSync(join(FIXTURES, `${name}.jsonl`), 'utf8').split('\n');
}

function json(events: readonly object[]): readonly string[] {
  return events.map((event) => JSON.stringify(event));
}
