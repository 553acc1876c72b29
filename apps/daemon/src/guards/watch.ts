import type { Claimant, TraceStatus } from '@harness/agent-trace';
import {
  type Guards,
  type Instant,
  type Observation,
  observe,
  type Policy,
  type Settings,
  type Verdict,
} from '@harness/guards';
import type { Turn } from '@harness/turns';
import type { Draft } from '../draft.ts';
import { type Duties, type Recalled, recordOf } from './guard-record.ts';
import type { Transcript } from './transcript.ts';

/** What a decision is about: a verdict, and why a release came. */
export interface Decided {
  readonly verdict: Verdict;
  /** What the guards were shown when they decided. */
  readonly on: Observation['kind'];
}

/** One harness as its guards see it: what it is shown is judged, and what is decided is passed on. */
export interface Watch {
  readonly name: string;
  readonly guards: Guards;
  readonly duties: Duties;
  /** Whoever could have written the transcript of the run that is up. */
  readonly claimant: Claimant | undefined;
  /** The transcript of the run that is up, or of the last one. */
  readonly status: TraceStatus | undefined;
  readonly lastSuccessMs: number | undefined;
  /** Whether a transcript is followed. */
  isReading(): boolean;
  /** The run that is up, or ended last, was refused for quota. */
  readonly wasRefused: boolean;
  /** A run is about to start, and this is its transcript. */
  open(transcript: Transcript, claimant: Claimant): void;
  /** The run is up. */
  started(): void;
  /** The run is over, or never came up; settles when everything that it wrote has been judged. */
  ended(end: { readonly failed: boolean; readonly more?: readonly Turn[] }): Promise<void>;
  /** Reads what was written and judges it, unless the last look still goes on. */
  look(slept: boolean): void;
  show(observation: Observation): void;
  /** Reads no more. */
  close(): void;
  /** Remembers something beside what the guards do. */
  change(duties: Duties): void;
}

export interface WatchOptions {
  readonly name: string;
  readonly recalled: Recalled;
  readonly settings: () => Settings;
  readonly policy: Policy;
  readonly now: () => Instant;
  /** The guards decided something; what they remember is saved right after. Must not throw. */
  readonly decided: (decided: Decided) => void;
  readonly save: (record: object) => void;
  readonly together: (work: () => void) => void;
  readonly fault: (error: unknown) => void;
}

export function createWatch(options: WatchOptions): Watch {
  const { name, now } = options;
  const { guards, duties } = options.recalled;
  let saved = JSON.stringify(recordOf(guards, duties));
  let transcript: Transcript | undefined;
  let queue: Promise<void> = Promise.resolve();
  let isLooking = false;
  let isClosed = false;

  function show(observation: Observation, at = now()): void {
    const context = { settings: options.settings(), policy: options.policy };
    const next = observe(watch.guards, observation, context, at);
    if (next.state === watch.guards && next.verdicts.length === 0) {
      return;
    }
    watch.guards = next.state;
    options.together(() => {
      for (const verdict of next.verdicts) {
        options.decided({ verdict, on: observation.kind });
      }
      save();
    });
  }

  function save(): void {
    const record = recordOf(watch.guards, watch.duties);
    const text = JSON.stringify(record);
    if (text !== saved) {
      saved = text;
      options.save(record);
    }
  }

  function showTurns(turns: readonly Turn[]): void {
    for (const turn of turns) {
      watch.wasRefused ||= turn.kind === 'refusal' && turn.refusal.class === 'quota';
      show(turn);
    }
    watch.status = transcript?.status ?? watch.status;
    watch.lastSuccessMs = watch.status?.lastAnswerMs ?? watch.lastSuccessMs;
  }

  /** One thing after the other: what a run wrote is judged before the next one is heard of. */
  function next(work: () => void | Promise<void>): void {
    queue = queue.then(work).catch(options.fault);
  }

  async function lookOnce(slept: boolean): Promise<void> {
    showTurns((await transcript?.look(now().steadyMs)) ?? []);
    if (slept) {
      show({ kind: 'slept' });
    }
    show({ kind: 'tick' });
  }

  const watch: Draft<Watch> = {
    name,
    guards,
    duties,
    claimant: undefined,
    status: undefined,
    lastSuccessMs: undefined,
    wasRefused: false,
    isReading: () => transcript !== undefined,
    open(opened, by) {
      watch.claimant = by;
      next(() => {
        transcript?.close();
        transcript = isClosed ? undefined : opened;
        watch.status = undefined;
        if (isClosed) {
          opened.close();
        }
      });
    },
    started() {
      const at = now();
      next(() => {
        watch.wasRefused = false;
        show({ kind: 'run_started' }, at);
      });
    },
    ended({ failed, more = [] }) {
      watch.claimant = undefined;
      next(async () => {
        showTurns([...((await transcript?.finish()) ?? []), ...more]);
        transcript = undefined;
        // A session that is wedged may be the very reason why the agent has ended.
        show({ kind: 'tick' });
        show({ kind: 'run_ended', failed });
      });
      return queue;
    },
    look(slept) {
      if (!isLooking) {
        isLooking = true;
        next(() =>
          lookOnce(slept).finally(() => {
            isLooking = false;
          }),
        );
      }
    },
    show,
    close() {
      isClosed = true;
      transcript?.close();
    },
    change(changed) {
      watch.duties = changed;
      save();
    },
  };
  return watch;
}
