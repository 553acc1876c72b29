import type { Claimant } from '@harness/agent-trace';
import type { CutOff, Instant } from '@harness/guards';
import type { HarnessSpec } from '@harness/harness-config';
import type { HarnessVerb } from '@harness/protocol';
import type { Store } from '@harness/store';
import type { Exited, Lifecycle } from '@harness/supervision';
import { inBackground } from '../log/in-background.ts';
import type { RunProgram } from '../process/program-runner.ts';
import type { SpawnRequest } from '../process/spawn-process.ts';
import { createDecisions, type DecisionContext } from './decisions.ts';
import type { Recalled } from './guard-record.ts';
import type { GuardTimes } from './guard-times.ts';
import { tellPark } from './hands.ts';
import { openTranscript } from './open-transcript.ts';
import { createProber, type ProbePlace } from './prober.ts';
import { pidsOfRun } from './processes-behind.ts';
import { refusalIn } from './refusal-in.ts';
import { goOnRotating } from './rotate-resident.ts';
import { settingsOf } from './settings-of.ts';
import { createWatch, type Watch } from './watch.ts';

/** What every guardian shares with the others. */
export interface GuardianContext extends DecisionContext {
  readonly store: Pick<Store, 'clearPark' | 'saveGuards' | 'savePark'>;
  readonly times: GuardTimes;
  readonly run: RunProgram;
  readonly admit: (text: string) => string;
  /** A harness may have something to look at from now on. */
  readonly woken: (name: string) => void;
  /** The runs of the other harnesses. */
  readonly rivals: (name: string) => readonly Claimant[];
}

/** Looks after one harness: shows its guards what it does, and does what they decide. */
export interface Guardian {
  readonly watch: Watch;
  /** Whether something keeps it down although it is wanted. */
  isHeld(): boolean;
  /** A rotation of its session that was cut off with an earlier daemon and that nobody can go on with. */
  cutOff(): CutOff | undefined;
  /** Its run is about to start, like this. */
  starting(spec: HarnessSpec, request: SpawnRequest): Promise<void>;
  /** The lifecycle of a resident went on. */
  followed(before: Lifecycle, now: Lifecycle): void;
  started(): void;
  /** The run of a one-shot is over; settles with whether it was refused for quota, and so parked. */
  exited(exit: Exited, byItself: boolean): Promise<boolean>;
  ordered(verb: HarnessVerb): void;
  /** Looks at it, and answers whether there is something to look at. */
  look(slept: boolean): boolean;
  /** The run of a one-shot never came up. */
  abandoned(): void;
  /** It has joined the daemon, and nothing of an earlier run is left: it goes on, or stays down. */
  enter(): void;
  /** Is over for good: nothing is saved any more. */
  leave(): void;
  /** Settles when everything that was decided is done, and no probe is left. */
  idle(): Promise<void>;
}

// A run's outcome does not wait longer for what its transcript says.
const LAST_LOOK_MS = 5_000;
const TABLE_AGE_MS = 1_000;

export function createGuardian(
  name: string,
  recalled: Recalled,
  context: GuardianContext,
): Guardian {
  const { clock, log, store, times, find } = context;
  let place: ProbePlace | undefined;
  let hasLeft = false;
  let isUp = false;
  let isDamaged = recalled.damaged;

  const now = (): Instant => ({ unixMs: clock.wallMs(), steadyMs: clock.nowMs() });
  const fault = (error: unknown): void =>
    log.error({ harness: name, err: error }, 'guards: a fault of their own');
  const watch = createWatch({
    name,
    recalled,
    policy: times.policy,
    settings: () => settingsOf(specOf(), times.stallTimeoutMs),
    now,
    decided: (decision) => decisions.take(decision),
    save: (record) => {
      if (!hasLeft) {
        store.saveGuards(name, record);
        context.woken(name);
      }
    },
    together: context.together,
    fault,
  });
  const decisions = createDecisions(watch, context, fault);
  const prober = createProber(context.run, context.admit, clock.nowMs, watch.show);

  let lastSpec: HarnessSpec | undefined;
  function specOf(): HarnessSpec {
    lastSpec = find(name)?.unit.spec ?? lastSpec;
    if (lastSpec === undefined) {
      throw new Error(`${name} is no harness of this daemon`);
    }
    return lastSpec;
  }

  function pids(): readonly number[] {
    const pid = find(name)?.unit.pid();
    return pid === undefined ? [] : pidsOfRun(pid, TABLE_AGE_MS);
  }

  /** Answers whether it has a probe. */
  function probe({ health, oneShot }: HarnessSpec): boolean {
    if (health === undefined || oneShot || place === undefined) {
      return false;
    }
    prober.look(health, place, clock.nowMs());
    return true;
  }

  function begin(): void {
    isUp = true;
    context.woken(name);
    watch.started();
    prober.begin(clock.nowMs());
  }

  function end(failed: boolean): void {
    isUp = false;
    prober.end();
    inBackground(watch.ended({ failed }), log);
  }

  function resumeOrStayDown(): void {
    const found = find(name);
    const { park } = watch.guards.quota;
    if (park !== undefined) {
      stayParked(park);
    }
    if (found?.kind !== 'resident') {
      return;
    }
    if (watch.duties.rotation !== undefined) {
      decisions.then(() => goOnRotating(found.unit, watch, context));
    } else if (!guardian.isHeld()) {
      inBackground(found.unit.bar('resume'), log);
    }
  }

  function stayParked({
    rule,
    untilMs,
  }: {
    readonly rule: string;
    readonly untilMs: number;
  }): void {
    if (watch.duties.parkUntold === true) {
      const { group } = specOf().quota;
      const verdict = {
        kind: 'park',
        rule,
        untilMs,
        ...(group === undefined ? {} : { group }),
      } as const;
      tellPark({ verdict, watch, hands: context });
    }
  }

  const guardian: Guardian = {
    watch,
    isHeld() {
      const { park } = watch.guards.quota;
      const { rotation, stuck } = watch.duties;
      return (park ?? rotation ?? stuck) !== undefined || isDamaged;
    },
    cutOff: () =>
      isDamaged
        ? { why: 'a rotation of its session was cut off', atMs: clock.wallMs() }
        : undefined,
    async starting(spec, request) {
      place = { cwd: request.cwd, env: request.env };
      const opened = await openTranscript({
        spec,
        request,
        sinceMs: clock.wallMs(),
        sinceSteadyMs: clock.nowMs(),
        pids,
        rivals: () => context.rivals(name),
        fault: (error) => log.warn({ harness: name, err: error }, 'its transcript cannot be read'),
      });
      if (opened !== undefined) {
        watch.open(opened.transcript, opened.claimant);
      }
    },
    followed(before, { process, lastExit }) {
      const was = before.process.kind;
      if (process.kind === 'up' && was !== 'up') {
        begin();
      } else if (was === 'up' && process.kind !== 'up') {
        isUp = false;
        prober.end();
      }
      const isOver = process.kind === 'leftovers' || process.kind === 'none';
      if (isOver && was !== 'leftovers' && was !== 'none') {
        end(was === 'up' && lastExit !== undefined && isFailure(lastExit));
      }
    },
    started: begin,
    async exited({ exit, lastLine }, byItself) {
      const failed = byItself && isFailure({ exit });
      const { transcript } = specOf();
      const env = place?.env ?? {};
      const output = { lastLine, env, atMs: clock.wallMs() };
      const more =
        failed && transcript !== undefined ? await refusalIn({ kind: transcript, ...output }) : [];
      isUp = false;
      prober.end();
      await within(watch.ended({ failed, more }), LAST_LOOK_MS);
      return failed && watch.wasRefused && watch.guards.quota.park !== undefined;
    },
    abandoned: () => end(false),
    ordered(verb) {
      const { stuck, ...duties } = watch.duties;
      if (stuck !== undefined) {
        watch.change(duties);
      }
      if (verb !== 'stop') {
        isDamaged = false;
        context.notifier.endEpisodes(name, ['intent_lost', 'session_rotated']);
      }
      watch.show({ kind: 'ordered', verb });
    },
    look(slept) {
      const spec = find(name)?.unit.spec;
      if (spec === undefined) {
        return false;
      }
      const isProbed = isUp && probe(spec);
      const isWatched = isUp && (watch.isReading() || spec.stall !== undefined);
      const isJudged = isWatched || watch.guards.quota.park !== undefined;
      if (isJudged) {
        watch.look(slept);
      }
      return isProbed || isJudged;
    },
    enter: resumeOrStayDown,
    leave() {
      hasLeft = true;
      decisions.drop();
      prober.end();
      watch.close();
    },
    async idle() {
      prober.end();
      watch.close();
      await Promise.all([decisions.done(), prober.gone()]);
    },
  };
  return guardian;
}

function isFailure({ exit }: Pick<Exited, 'exit'>): boolean {
  return exit.kind !== 'exited' || exit.code !== 0;
}

async function within(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
