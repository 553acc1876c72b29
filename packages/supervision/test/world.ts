import {
  type Context,
  DEFAULT_POLICY,
  type Effect,
  type Exit,
  type Fact,
  type Input,
  initial,
  type Lifecycle,
  type Order,
  type Rest,
  type Settings,
  type State,
  step,
} from '../src/index.ts';

export const SETTINGS: Settings = { restart: 'always', restartDelayMs: 1_000 };
export const CONTEXT: Context = { settings: SETTINGS, policy: DEFAULT_POLICY };
export const OPERATOR: Order = { by: 'operator', why: 'asked', atMs: 1_790_000_000_000 };
export const GUARD: Order = { by: 'guard', why: 'looping', atMs: 1_790_000_000_001 };
export const CONFIG: Order = { by: 'config', why: 'changed', atMs: 1_790_000_000_002 };

export const exitedWith = (code: number): Exit => ({ kind: 'exited', code });

/** What one run of the pretended program does. Times are its own; absent means never, or at once for the rest. */
export interface Behaviour {
  readonly cannotStart?: string;
  readonly upMs?: number;
  readonly exit?: Exit;
  readonly lastLine?: string;
  readonly spawnMs?: number;
  readonly drainMs?: number;
  readonly clearMs?: number;
  /** How long it takes to end after SIGTERM; absent: it ignores it. */
  readonly obeysTermMs?: number;
}

export const SLEEPER: Behaviour = { obeysTermMs: 50 };
export const crasher = (code: number, upMs = 0): Behaviour => ({
  upMs,
  exit: exitedWith(code),
  obeysTermMs: 0,
});

export interface Happening {
  readonly atMs: number;
  readonly effect: Effect;
}

/** A pretended machine: a virtual clock, one timer and a program, carrying effects out as a daemon would. */
export interface World {
  readonly now: () => number;
  readonly lifecycle: () => Lifecycle;
  readonly happenings: readonly Happening[];
  readonly send: (input: Input) => readonly Effect[];
  readonly advanceTo: (atMs: number) => void;
  readonly configure: (settings: Settings) => void;
  readonly starts: () => readonly number[];
  readonly facts: () => readonly (readonly [number, Fact])[];
  readonly rests: () => readonly (readonly [number, Rest])[];
  readonly states: () => readonly (readonly [number, State])[];
}

interface Pending {
  readonly atMs: number;
  readonly input: Input;
}

export function openWorld(
  program: (run: number) => Behaviour,
  context: Context = CONTEXT,
  from: Lifecycle = initial({ wanted: true, ...OPERATOR }),
): World {
  let lifecycle = from;
  let nowMs = 0;
  let settings = context.settings;
  let pending: Pending[] = [];
  let wakeMs: number | undefined;
  const startedMs = new Map<number, number>();
  const happenings: Happening[] = [];
  const states: [number, State][] = [];

  const later = (atMs: number, input: Input): void => {
    pending.push({ atMs, input });
  };

  const endRun = (run: number, endedMs: number, exit: Exit): void => {
    const { drainMs = 0, lastLine } = program(run);
    pending = pending.filter(({ input }) => input.kind !== 'exited' || input.run !== run);
    const line = lastLine === undefined ? {} : { lastLine };
    const times = { startedMs: startedMs.get(run) ?? endedMs, endedMs };
    later(endedMs + drainMs, { kind: 'exited', run, exit, ...times, ...line });
  };

  const begin = (run: number): void => {
    const { cannotStart, spawnMs = 0, upMs, exit = exitedWith(1) } = program(run);
    const atMs = nowMs + spawnMs;
    if (cannotStart !== undefined) {
      later(atMs, { kind: 'spawn_failed', run, reason: cannotStart });
      return;
    }
    startedMs.set(run, atMs);
    later(atMs, { kind: 'spawned', run });
    if (upMs !== undefined) {
      endRun(run, atMs + upMs, exit);
    }
  };

  const carryOut = (effect: Effect): void => {
    happenings.push({ atMs: nowMs, effect });
    if (effect.kind === 'wake') {
      wakeMs = inFuture(effect.atMs, nowMs);
    } else if (effect.kind === 'start') {
      begin(effect.run);
    } else if (effect.kind === 'terminate') {
      const { obeysTermMs = Number.POSITIVE_INFINITY } = program(effect.run);
      endRun(effect.run, nowMs + obeysTermMs, { kind: 'signalled', signal: 'SIGTERM' });
    } else if (effect.kind === 'kill') {
      endRun(effect.run, nowMs, { kind: 'signalled', signal: 'SIGKILL' });
    } else if (effect.kind === 'sweep') {
      const { clearMs = 0 } = program(effect.run);
      later(nowMs + clearMs, { kind: 'cleared', run: effect.run });
    }
  };

  const send = (input: Input): readonly Effect[] => {
    const stepped = step(lifecycle, input, { ...context, settings }, nowMs);
    if (stepped.lifecycle.state !== lifecycle.state) {
      states.push([nowMs, stepped.lifecycle.state]);
    }
    lifecycle = stepped.lifecycle;
    for (const effect of stepped.effects) {
      carryOut(effect);
    }
    return stepped.effects;
  };

  const takeNext = (untilMs: number): Input | undefined => {
    const next = pending.reduce<Pending | undefined>(
      (first, one) => (first === undefined || one.atMs < first.atMs ? one : first),
      undefined,
    );
    if (next !== undefined && next.atMs <= untilMs && next.atMs <= (wakeMs ?? next.atMs)) {
      pending = pending.filter((one) => one !== next);
      nowMs = Math.max(nowMs, next.atMs);
      return next.input;
    }
    if (wakeMs !== undefined && wakeMs <= untilMs) {
      nowMs = Math.max(nowMs, wakeMs);
      wakeMs = undefined;
      return { kind: 'tick' };
    }
    return undefined;
  };

  return {
    now: () => nowMs,
    lifecycle: () => lifecycle,
    happenings,
    send,
    advanceTo: (atMs) => {
      for (let next = takeNext(atMs); next !== undefined; next = takeNext(atMs)) {
        send(next);
      }
      nowMs = Math.max(nowMs, atMs);
    },
    configure: (changed) => {
      settings = changed;
    },
    starts: () => of(happenings, 'start').map(([atMs]) => atMs),
    facts: () => of(happenings, 'tell').map(([atMs, { fact }]) => [atMs, fact] as const),
    rests: () => of(happenings, 'settled').map(([atMs, settled]) => [atMs, settled.as] as const),
    states: () => states,
  };
}

/** A timer for an instant that has come would keep a daemon, and a test, busy for ever. */
export function inFuture(atMs: number, nowMs: number): number {
  if (atMs <= nowMs) {
    throw new Error(`At ${nowMs} a timer was armed for ${atMs}`);
  }
  return atMs;
}

function of<K extends Effect['kind']>(
  happenings: readonly Happening[],
  kind: K,
): readonly (readonly [number, Extract<Effect, { kind: K }>])[] {
  return happenings.flatMap(({ atMs, effect }) =>
    effect.kind === kind ? [[atMs, effect as Extract<Effect, { kind: K }>] as const] : [],
  );
}
