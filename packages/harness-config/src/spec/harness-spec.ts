import type { Adapter, AgentKind } from '../adapters.ts';
import type { Action, Overlap, Restart, StallTime } from '../tables/choices.ts';

/** Where a harness is declared. */
export interface Source {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
}

/** How the runs of a one-shot start and end. */
export interface RunSpec {
  /** 0 is no limit. */
  readonly timeoutMs: number;
  readonly onOverlap: Overlap;
  readonly keepRuns: number;
  readonly schedule?: ScheduleSpec;
}

/** When runs start by themselves. */
export interface ScheduleSpec {
  /** Five cron fields, or a nickname such as `@daily`. */
  readonly pattern: string;
  /** An IANA name; absent is the zone of the host. */
  readonly timeZone?: string;
  readonly catchUp: boolean;
}

/** When and how a resident's silence is dealt with. */
export interface StallSpec {
  readonly timeoutMs: number;
  readonly action: Action;
  readonly when: StallTime;
}

/** The probe of a harness. */
export interface HealthSpec {
  /** A command written as one string is `sh -c` here. */
  readonly argv: readonly string[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly failures: number;
  readonly action: Action;
  readonly startPeriodMs: number;
}

/** How long a park without a known reset lasts, and who shares it. */
export interface QuotaSpec {
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
  readonly group?: string;
}

/** A harness with every default filled in. Plain JSON; paths are absolute. */
export interface HarnessSpec {
  /** A name, or `<project>/<name>`. */
  readonly name: string;
  readonly adapter: Adapter;
  /** Behind the adapter's executable; empty for `command`. */
  readonly args: readonly string[];
  /** The whole argv of `command`; empty for the others. */
  readonly argv: readonly string[];
  readonly workdir: string;
  /** Later ones win. */
  readonly envFiles: readonly string[];
  readonly description?: string;
  readonly enabled: boolean;
  readonly tty: boolean;
  readonly restart: Restart;
  readonly restartDelayMs: number;
  /** It has a prompt: it runs when triggered or scheduled and is not kept up. */
  readonly oneShot: boolean;
  readonly prompt?: string;
  readonly promptFile?: string;
  readonly model?: string;
  readonly autoAccept: boolean;
  readonly maxTurns?: number;
  /** Present exactly for one-shots. */
  readonly runs?: RunSpec;
  /** Whose transcript it writes; absent when none is known. */
  readonly transcript?: AgentKind;
  readonly stall?: StallSpec;
  readonly health?: HealthSpec;
  /** 0 is off. */
  readonly loopLimit: number;
  readonly quota: QuotaSpec;
  readonly source: Source;
}
