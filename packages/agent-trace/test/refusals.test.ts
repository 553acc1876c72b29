import { expect, it } from 'vitest';
import { expectedParks } from './expectations.ts';
import { lab, ofKind, place } from './lab.ts';

it.each(expectedParks())('$file is refused until $until', async ({ file, kind, park, until }) => {
  const here = lab();
  const trace = here.open(kind);
  await trace.poll();
  place(here, kind, file);

  const refusals = ofKind(await trace.poll(), 'refusal').map(({ refusal }) => refusal);

  const parking = refusals.filter((each) => each.class === 'quota' && each.resetMs !== undefined);
  expect(parking.length > 0).toBe(park);
  if (until !== undefined) {
    expect(parking[0]?.resetMs).toBe(Date.parse(until));
  }
});

it.each([
  ['codex', 'codex-error-transport-recovery.jsonl', ['transport', 'other']],
  ['claude-code', 'claude-code-auth-expired.jsonl', Array.from({ length: 9 }, () => 'auth')],
  ['claude-code', 'claude-code-context-limit.jsonl', Array.from({ length: 4 }, () => 'context')],
  ['claude-code', 'claude-code-5xx-recovery.jsonl', ['other']],
  ['claude-code', 'captured/claude-quota.jsonl', ['quota']],
  ['claude-code', 'captured/claude-context.jsonl', ['context']],
  ['codex', 'captured/codex-quota.jsonl', ['quota']],
  ['codex', 'captured/codex-auth.jsonl', ['auth']],
  ['codex', 'captured/codex-context.jsonl', ['context']],
  ['crush', 'crush-wedged-context.sql', Array.from({ length: 7 }, () => 'context')],
  ['crush', 'crush-mixed-errors.sql', ['quota', 'transport']],
] as const)('%s: %s is refused for %j', async (kind, file, classes) => {
  const here = lab();
  const trace = here.open(kind);
  await trace.poll();
  place(here, kind, file);

  const refusals = ofKind(await trace.poll(), 'refusal');

  expect(refusals.map(({ refusal }) => refusal.class)).toEqual(classes);
});

it('reads what an agent tries again as neither a success nor a failure', async () => {
  const here = lab();
  const trace = here.open('claude-code');
  await trace.poll();
  place(here, 'claude-code', 'captured/claude-auth.jsonl');

  const turns = await trace.poll();

  expect(
    ofKind(turns, 'retry').map(({ attempt, refusal }) => [attempt, refusal.class]),
  ).toContainEqual([1, 'auth']);
  expect(ofKind(turns, 'answer')).toEqual([]);
});

it.each([
  ['claude-code', 'captured/claude-loop.jsonl', 'Bash'],
  ['codex', 'captured/codex-loop.jsonl', 'exec_command'],
] as const)('%s: %s holds one call twelve times', async (kind, file, tool) => {
  const here = lab();
  const trace = here.open(kind);
  await trace.poll();
  place(here, kind, file);

  const turns = await trace.poll();

  const calls = ofKind(turns, 'call');
  expect(calls.map((call) => call.tool)).toEqual(Array.from({ length: 12 }, () => tool));
  expect(new Set(calls.map(({ digest }) => digest)).size).toBe(1);
  // What Codex prints around an output differs each time, and is no part of it.
  expect(new Set(ofKind(turns, 'result').map(({ digest }) => digest)).size).toBe(1);
  expect(ofKind(turns, 'answer')).toHaveLength(13);
});
