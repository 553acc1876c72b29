import type { Probed } from '@harness/guards';
import type { HealthSpec } from '@harness/harness-config';
import type { HookEnd, RunningHook } from '@harness/hook-runner';
import { describeOutcome } from '@harness/notify-core';
import { admitTail } from '../border/admit-tail.ts';
import type { RunProgram } from '../process/program-runner.ts';

/** What a probe is run with: the folder and the environment of the run that it looks after. */
export interface ProbePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The probe of one harness; one at a time. */
export interface Prober {
  /** Runs the probe if it is time for it. */
  look(health: HealthSpec, place: ProbePlace, nowMs: number): void;
  /** A run is up: the first probe comes an interval later. */
  begin(nowMs: number): void;
  /** The run is over: a probe that is at it is ended, and says nothing. */
  end(): void;
  /** Settles when nothing of a probe is left. */
  gone(): Promise<void>;
}

/** @param ended - Hears how each probe ended, unless its run was over before. */
export function createProber(
  run: RunProgram,
  admit: (text: string) => string,
  nowMs: () => number,
  ended: (probed: Probed) => void,
): Prober {
  let lastMs = 0;
  let running: RunningHook | undefined;
  let life = 0;

  async function probe(health: HealthSpec, { cwd, env }: ProbePlace): Promise<void> {
    const mine = life;
    const started = run({
      argv: health.argv,
      env,
      cwd,
      stdin: '',
      timeoutMs: health.timeoutMs,
    });
    running = started;
    const end = await started.outcome;
    // Whatever the probe left in the background would pile up.
    started.cancel(0);
    await started.settled;
    running = undefined;
    lastMs = nowMs();
    if (mine === life) {
      ended(probedBy(end, admit));
    }
  }

  return {
    look(health, place, now) {
      if (running === undefined && now - lastMs >= health.intervalMs) {
        // Neither of its promises ever rejects.
        probe(health, place).catch(() => undefined);
      }
    },
    begin(now) {
      life += 1;
      lastMs = now;
    },
    end() {
      life += 1;
      running?.cancel(0);
    },
    async gone() {
      await running?.settled;
    },
  };
}

function probedBy({ detail, tail }: HookEnd, admit: (text: string) => string): Probed {
  const healthy = detail.kind === 'exited' && detail.code === 0;
  const shown = tail === undefined ? '' : admitTail(tail, admit).trim();
  return {
    kind: 'probed',
    healthy,
    tail: shown === '' ? admit(describeOutcome({ detail })) : shown,
  };
}
