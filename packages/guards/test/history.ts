import type { RefusalTurn } from '@harness/turns';
import fc from 'fast-check';
import type { Observation, Settings } from '../src/index.ts';
import { writer } from './turns.ts';
import { type Moment, START_MS } from './world.ts';

const SESSIONS = ['s', 't'] as const;
const AGENTS = [undefined, 'child'] as const;
const TOOLS = ['Bash', 'Read', 'BashOutput'] as const;
const CLASSES = ['quota', 'context', 'auth', 'transport'] as const;

const who = fc
  .tuple(fc.constantFrom(...SESSIONS), fc.constantFrom(...AGENTS))
  .map(([session, agent]) => writer(session, agent));

const refusal: fc.Arbitrary<Partial<RefusalTurn['refusal']>> = fc.record(
  {
    class: fc.constantFrom(...CLASSES),
    rule: fc.constantFrom('usage_window', 'credits', 'login'),
    resetMs: fc.integer({ min: -3_600_000, max: 1_800_000_000 }).map((ms) => START_MS + ms),
  },
  { requiredKeys: ['class', 'rule'] },
);

const turn: fc.Arbitrary<Observation> = fc.oneof(
  fc
    .tuple(
      who,
      fc.constantFrom(...TOOLS),
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([by, tool, args, id]) => by.call(tool, args, `${id}`)),
  fc
    .tuple(who, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 }))
    .map(([by, id, result]) => by.result(`${id}`, `${result}`)),
  who.map((by) => by.answer()),
  who.map((by) => by.message()),
  who.map((by) => by.rest()),
  who.map((by) => by.compaction()),
  who.map((by) => by.resumed()),
  who.map((by) => by.retry('overloaded')),
  fc.tuple(who, refusal).map(([by, refused]) => by.refusal(refused)),
);

const event: fc.Arbitrary<Observation> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Observation>({ kind: 'tick' }) },
  fc.constant<Observation>({ kind: 'run_started' }),
  fc.boolean().map((failed): Observation => ({ kind: 'run_ended', failed })),
  fc.constant<Observation>({ kind: 'slept' }),
  fc.constant<Observation>({ kind: 'rotated' }),
  fc.boolean().map((healthy): Observation => ({ kind: 'probed', healthy, tail: 'down' })),
  fc
    .constantFrom('start', 'restart', 'stop')
    .map((verb): Observation => ({ kind: 'ordered', verb })),
  fc
    .integer({ min: 0, max: 1_000_000 })
    .map((ms): Observation => ({ kind: 'group_parked', rule: 'plan', untilMs: START_MS + ms })),
);

/** The same observation several times over, since a streak would hardly arise by chance. */
const streak = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: turn }, event), fc.integer({ min: 1, max: 12 }))
  .map(([observation, count]) => Array.from({ length: count }, () => observation));

/** A session that is wedged, and rotated, which chance would hardly do twice. */
const rotation = who.map((by): Observation[] => {
  const tooLong = by.refusal({ class: 'context', rule: 'prompt_too_long' });
  return [{ kind: 'run_started' }, tooLong, tooLong, { kind: 'tick' }, { kind: 'rotated' }];
});

const stretch = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: turn.map((one) => [one]) },
    event.map((one) => [one]),
    streak,
    rotation,
  ),
  fc.integer({ min: 0, max: 30_000 }),
);

/** Anything that may happen to a harness, in a time that goes on. */
export const history: fc.Arbitrary<readonly Moment[]> = fc
  .array(stretch, { maxLength: 80, size: 'max' })
  .map((stretches) => {
    let atMs = 0;
    return stretches.flatMap(([observations, pauseMs]) =>
      observations.map((observation): Moment => {
        atMs += pauseMs;
        return [atMs, observation];
      }),
    );
  });

/** Settings under which every guard has something to say. */
export const settings: fc.Arbitrary<Settings> = fc.record({
  kind: fc.constantFrom('resident', 'one_shot'),
  loopLimit: fc.constantFrom(0, 2, 4, 8),
  rotates: fc.boolean(),
  quota: fc.record({
    backoffMs: fc.integer({ min: 1000, max: 60_000 }),
    backoffMaxMs: fc.integer({ min: 1000, max: 600_000 }),
  }),
  stall: fc.record({
    timeoutMs: fc.integer({ min: 10_000, max: 120_000 }),
    action: fc.constantFrom('notify', 'restart'),
    when: fc.constantFrom('always', 'busy'),
  }),
  health: fc.record({
    failures: fc.integer({ min: 1, max: 4 }),
    action: fc.constantFrom('notify', 'restart'),
    startPeriodMs: fc.integer({ min: 0, max: 30_000 }),
  }),
});
