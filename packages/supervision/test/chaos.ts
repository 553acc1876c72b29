import fc from 'fast-check';
import {
  type Effect,
  type Exit,
  type Input,
  initial,
  type Lifecycle,
  type Policy,
  RESTART_POLICIES,
  type Settings,
  step,
} from '../src/index.ts';
import { CONFIG, GUARD, inFuture, OPERATOR } from './world.ts';

/** Short times and small limits, so that random sequences reach every corner. */
export const POLICY: Policy = {
  crashWindowMs: 10,
  maxRestarts: 3,
  flapQuickExits: 2,
  flapStreak: 3,
  flapHourly: 5,
  hourMs: 400,
  backoffMs: [2, 4, 8],
  streakResetMs: 50,
  stopGraceMs: 12,
  proofMinMs: 11,
  proofMaxMs: 60,
};

/** What a random world does next. `spawn`, `refuse`, `die` and `clear` happen to the run that is there, if they can. */
export type Action =
  | { readonly kind: 'input'; readonly input: Input }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'spawn' | 'refuse' | 'clear' }
  | { readonly kind: 'die'; readonly exit: Exit; readonly drainMs: number }
  /** One whole run: the pause before it, its start, its end, and what it left. */
  | { readonly kind: 'live'; readonly upMs: number; readonly exit: Exit };

/** The outside of one step: what went in, what came out, and what the world knew. */
export interface Observed {
  readonly before: Lifecycle;
  readonly input: Input;
  readonly after: Lifecycle;
  readonly effects: readonly Effect[];
  readonly nowMs: number;
  readonly settings: Settings;
}

const order = fc.constantFrom(OPERATOR, OPERATOR, GUARD, CONFIG);
const exit = fc.oneof(
  fc.constantFrom(0, 0, 1).map((code): Exit => ({ kind: 'exited', code })),
  fc.constant<Exit>({ kind: 'signalled', signal: 'SIGSEGV' }),
);

const verb: fc.Arbitrary<Input> = fc.oneof(
  order.map((by): Input => ({ kind: 'start', order: by })),
  order.map((by): Input => ({ kind: 'stop', order: by })),
  order.map((by): Input => ({ kind: 'restart', order: by })),
  fc.constantFrom<Input>({ kind: 'hold' }, { kind: 'resume' }, { kind: 'retire' }),
);

const run = fc.integer({ min: 0, max: 6 });
const stray: fc.Arbitrary<Input> = fc.oneof(
  run.map((n): Input => ({ kind: 'spawned', run: n })),
  run.map((n): Input => ({ kind: 'cleared', run: n })),
  fc.constant<Input>({ kind: 'tick' }),
  fc.nat(80).map((afterMs): Input => ({ kind: 'await_proof', afterMs })),
);

/** A random thing that happens; `shutdown` is left to the test, because nothing comes after it. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .record({ exit, upMs: fc.oneof(fc.nat(11), fc.nat(70)) })
      .map((life): Action => ({ kind: 'live', ...life })),
  },
  { weight: 2, arbitrary: verb.map((input): Action => ({ kind: 'input', input })) },
  { weight: 1, arbitrary: stray.map((input): Action => ({ kind: 'input', input })) },
  { weight: 5, arbitrary: fc.nat(25).map((ms): Action => ({ kind: 'pass', ms })) },
  {
    weight: 9,
    arbitrary: fc.constantFrom<Action>({ kind: 'spawn' }, { kind: 'spawn' }, { kind: 'refuse' }),
  },
  {
    weight: 7,
    arbitrary: fc
      .record({ exit, drainMs: fc.nat(3) })
      .map((death): Action => ({ kind: 'die', ...death })),
  },
  { weight: 7, arbitrary: fc.constant<Action>({ kind: 'clear' }) },
);

export const settingsOf: fc.Arbitrary<Settings> = fc.record({
  restart: fc.constantFrom(...RESTART_POLICIES, 'always'),
  restartDelayMs: fc.nat(5),
});

/** A world that does what it likes to one lifecycle, within what processes and timers can do. */
export interface Chaos {
  readonly lifecycle: () => Lifecycle;
  readonly act: (action: Action) => void;
  readonly observed: readonly Observed[];
}

export function openChaos(settings: Settings): Chaos {
  let lifecycle = initial({ wanted: true, ...OPERATOR });
  let nowMs = 0;
  let wakeMs: number | undefined;
  let sweeping: number | undefined;
  let startedMs = 0;
  const observed: Observed[] = [];

  const send = (input: Input): void => {
    const before = lifecycle;
    const stepped = step(before, input, { settings, policy: POLICY }, nowMs);
    lifecycle = stepped.lifecycle;
    observed.push({ before, input, after: lifecycle, effects: stepped.effects, nowMs, settings });
    for (const effect of stepped.effects) {
      wakeMs = effect.kind === 'wake' ? inFuture(effect.atMs, nowMs) : wakeMs;
      sweeping = effect.kind === 'sweep' ? effect.run : sweeping;
    }
  };

  const pass = (untilMs: number): void => {
    while (wakeMs !== undefined && wakeMs <= untilMs) {
      nowMs = Math.max(nowMs, wakeMs);
      wakeMs = undefined;
      send({ kind: 'tick' });
    }
    nowMs = untilMs;
  };

  const die = (exited: Exit, drainMs: number): void => {
    const { process, run: current } = lifecycle;
    if (process.kind === 'up' || process.kind === 'ending') {
      const endedMs = nowMs;
      pass(nowMs + drainMs);
      send({ kind: 'exited', run: current, exit: exited, startedMs, endedMs });
    }
  };

  const live = (upMs: number, exited: Exit): void => {
    pass(Math.max(nowMs, lifecycle.nextStartMs ?? nowMs));
    act({ kind: 'spawn' });
    pass(nowMs + upMs);
    die(exited, 0);
    act({ kind: 'clear' });
  };

  const begin = (input: 'spawned' | 'spawn_failed'): void => {
    const { process, run: current } = lifecycle;
    if (process.kind !== 'starting') {
      return;
    }
    startedMs = nowMs;
    send(
      input === 'spawned'
        ? { kind: 'spawned', run: current }
        : { kind: 'spawn_failed', run: current, reason: 'no such file' },
    );
  };

  const clear = (): void => {
    if (sweeping !== undefined) {
      send({ kind: 'cleared', run: sweeping });
    }
  };

  const act = (next: Action): void => {
    switch (next.kind) {
      case 'input':
        send(next.input);
        break;
      case 'pass':
        pass(nowMs + next.ms);
        break;
      case 'spawn':
        begin('spawned');
        break;
      case 'refuse':
        begin('spawn_failed');
        break;
      case 'die':
        die(next.exit, next.drainMs);
        break;
      case 'clear':
        clear();
        break;
      case 'live':
        live(next.upMs, next.exit);
    }
  };

  return { lifecycle: () => lifecycle, observed, act };
}
