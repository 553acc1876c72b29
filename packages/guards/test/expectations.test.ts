import type { Turn } from '@harness/turns';
import { expect, it } from 'vitest';
import type { Settings } from '../src/index.ts';
import { times, writer } from './turns.ts';
import {
  contextOf,
  DAY_MS,
  HOUR_MS,
  judgeAll,
  MINUTE_MS,
  type Moment,
  START_MS,
  TICK,
  UP,
} from './world.ts';

const main = writer('s');
const RESET_MS = START_MS + 5 * HOUR_MS;

const asked = (turns: readonly Turn[]): Turn[] => [
  main.message(),
  ...turns,
  main.answer(),
  main.rest(),
];
const edit = (index: number): Turn[] => main.step('Edit', { file: 'a.ts', text: `${index}` });
const test = (): Turn[] => main.step('Bash', { command: 'npm test' });
const work = (calls: number): Turn[] => asked(times(calls, edit));
const quota = (resetMs?: number): Turn => main.refusal(resetMs === undefined ? {} : { resetMs });
const refused = (count: number, turn: Turn): Turn[] => times(count, () => [main.message(), turn]);
const login = main.refusal({ class: 'auth', rule: 'login' });
const tooLong = main.refusal({ class: 'context', rule: 'prompt_too_long' });
const comment = (index: number): Turn[] =>
  main.step('add_comment', { text: 'done' }, `comment ${index}`);

interface Row {
  /** The transcript of the fixtures whose course this is. */
  readonly like: string;
  readonly turns: readonly Turn[];
  readonly verdict?: object;
  readonly settings?: Partial<Settings>;
}

const CLAUDE: Partial<Settings> = { rotates: false };

const ROWS: readonly Row[] = [
  { like: 'claude-code-normal', turns: [...work(7), ...work(4)] },
  {
    like: 'claude-code-loop-same',
    turns: asked(times(12, comment)),
    verdict: { kind: 'looping', tool: 'add_comment', count: 8 },
  },
  {
    like: 'claude-code-loop-alternating',
    turns: asked(times(12, () => [...test(), ...main.step('Read', { file: 'a.ts' })])),
    verdict: { kind: 'looping', tool: 'Bash', count: 8 },
  },
  {
    like: 'claude-code-legit-edit-test',
    turns: asked(times(14, (index) => [...edit(index), ...test()])),
  },
  { like: 'claude-code-legit-polling', turns: times(15, () => asked(main.step('next', {}))) },
  {
    like: 'claude-code-quota-session',
    turns: [...work(5), ...refused(4, quota(RESET_MS))],
    verdict: { kind: 'park', rule: 'usage_window', untilMs: RESET_MS },
  },
  {
    like: 'claude-code-quota-legacy-epoch',
    turns: [...work(3), ...refused(2, quota(RESET_MS))],
    verdict: { kind: 'park', rule: 'usage_window', untilMs: RESET_MS },
  },
  {
    like: 'claude-code-5xx-recovery',
    turns: [
      main.message(),
      ...times(15, () => [main.retry('overloaded')]),
      main.refusal({ class: 'other', rule: 'overloaded' }),
      ...work(2),
    ],
  },
  {
    like: 'claude-code-context-limit',
    turns: [...work(9), main.compaction(), ...refused(4, tooLong)],
    settings: CLAUDE,
  },
  {
    like: 'claude-code-auth-expired',
    turns: [main.message(), main.answer(), ...refused(9, login)],
  },
  {
    like: 'claude-code-subagents',
    turns: [
      ...main.step('Agent', { prompt: 'look' }),
      ...times(10, (index) => [
        ...writer('s', 'worker').step('Grep', { pattern: 'x' }),
        ...writer('s', 'reader').step('Read', { file: `${index}` }),
      ]),
    ],
    verdict: { kind: 'looping', tool: 'Grep', count: 8 },
  },
  {
    like: 'codex-0171-usage-limit',
    turns: [...work(4), quota(START_MS + 15_000_000)],
    verdict: { kind: 'park', untilMs: START_MS + 15_000_000 },
  },
  {
    like: 'codex-error-transport-recovery',
    turns: [
      main.message(),
      main.refusal({ class: 'transport', rule: 'stream' }),
      main.message(),
      main.refusal({ class: 'other', rule: 'server' }),
      ...work(2),
    ],
  },
  { like: 'crush-healthy', turns: times(6, () => work(2)) },
  {
    like: 'crush-wedged-context',
    turns: [...times(4, () => work(2)), ...refused(7, tooLong)],
    verdict: { kind: 'wedged', failedTurns: 7, session: 's' },
  },
  {
    like: 'crush-recovered',
    turns: [...work(3), ...refused(3, tooLong), main.compaction(), ...work(4)],
  },
  {
    like: 'crush-quota-refused',
    turns: [...work(8), ...refused(4, quota(START_MS + 4 * DAY_MS))],
    verdict: { kind: 'park', untilMs: START_MS + 4 * DAY_MS },
  },
  {
    like: 'crush-mixed-errors',
    turns: [
      ...work(3),
      ...refused(1, main.refusal({ rule: 'credits' })),
      ...work(3),
      ...refused(1, tooLong),
    ],
  },
  { like: 'captured/claude-alternate', turns: asked(times(6, () => [...edit(0), ...test()])) },
  { like: 'captured/claude-quota, resident', turns: [main.message(), quota()] },
  { like: 'codex-legacy-silent-failure', turns: [...work(1), ...times(5, () => [main.message()])] },
];

it.each(ROWS)('a transcript like $like', ({ turns, verdict, settings = {} }) => {
  const moments = [UP, ...turns, TICK].map(
    (observation, index): Moment => [index * 200, observation],
  );
  const { verdicts } = judgeAll(moments, settings);
  expect(verdicts).toEqual(verdict === undefined ? [] : [expect.objectContaining(verdict)]);
});

it.each(['claude-code-auth-expired', 'claude-code-5xx-recovery', 'codex-legacy-silent-failure'])(
  'silence after a transcript like %s counts from its last answer',
  (like) => {
    const turns = ROWS.find((row) => row.like === like)?.turns ?? [];
    const moments = [UP, ...turns].map((observation, index): Moment => [index * 200, observation]);
    const answered = moments.findLast(([, { kind }]) => kind === 'answer')?.[0] ?? 0;
    const endMs = answered + 20 * MINUTE_MS;
    const kinds = (...looks: Moment[]): string[] =>
      judgeAll([...moments, ...looks], contextOf().settings).verdicts.map(({ kind }) => kind);
    expect(kinds([endMs - 1, TICK])).toEqual([]);
    expect(kinds([endMs - 1, TICK], [endMs, TICK])).toEqual(['silent']);
  },
);
