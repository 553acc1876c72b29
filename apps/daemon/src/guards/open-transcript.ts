import type { Claimant } from '@harness/agent-trace';
import type { HarnessSpec } from '@harness/harness-config';
import type { SpawnRequest } from '../process/spawn-process.ts';
import { followTranscript, type Transcript } from './transcript.ts';

/** What a run is that is about to start, and who else could write into the same places. */
export interface OpenTranscriptOptions {
  readonly spec: HarnessSpec;
  readonly request: SpawnRequest;
  /** Wall clock. */
  readonly sinceMs: number;
  /** The same on the clock that never steps. */
  readonly sinceSteadyMs: number;
  readonly pids: () => readonly number[];
  readonly rivals: () => readonly Claimant[];
  readonly fault: (error: unknown) => void;
}

/** A transcript with the run that it is looked for as. */
export interface OpenedTranscript {
  readonly transcript: Transcript;
  readonly claimant: Claimant;
}

/** Looks for what a run will write, before it starts; undefined for a harness whose transcript is not known. */
export async function openTranscript(
  options: OpenTranscriptOptions,
): Promise<OpenedTranscript | undefined> {
  const { spec, request, sinceMs, pids } = options;
  const { transcript: kind } = spec;
  if (kind === undefined) {
    return undefined;
  }
  // Most of it is for reading agents' stores, which a daemon without agents never does.
  const { openTrace } = await import('@harness/agent-trace');
  const dataDirectory = kind === 'crush' ? dataDirectoryIn(request.argv) : undefined;
  const claimant: Claimant = {
    kind,
    env: request.env,
    workdir: request.cwd,
    sinceMs,
    pids,
    ...(dataDirectory === undefined ? {} : { dataDirectory }),
  };
  const trace = openTrace({ ...claimant, rivals: options.rivals });
  return {
    transcript: followTranscript(trace, options.sinceSteadyMs, options.fault),
    claimant,
  };
}

/** Source: `crush --help`, `-D, --data-dir`, 2026-11. */
function dataDirectoryIn(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((word) => word === '--data-dir' || word === '-D');
  const attached = argv.find((word) => word.startsWith('--data-dir='));
  return at === -1 ? attached?.slice('--data-dir='.length) : argv[at + 1];
}
