import type { TraceStatus } from '@harness/agent-trace';
import { durationText } from '@harness/notify-core';
import type { Check } from '@harness/protocol';

/** A harness with a transcript, as doctor sees it. */
export interface ExaminedTranscript {
  readonly name: string;
  readonly isUp: boolean;
  /** Absent before its first run. */
  readonly status: TraceStatus | undefined;
  readonly lastSuccessMs: number | undefined;
}

/** Which transcripts are read, and which are not and why; no row where no harness has one. */
export function transcriptsCheck(
  transcripts: readonly ExaminedTranscript[],
  nowMs: number,
): readonly Check[] {
  if (transcripts.length === 0) {
    return [];
  }
  const ambiguous = transcripts.filter(({ status }) => (status?.ambiguous.length ?? 0) > 0);
  const troubled = transcripts.filter(({ status }) => status?.trouble !== undefined);
  const worries = [
    ...ambiguous.map(ambiguityOf),
    ...troubled.map(({ name, status }) => `${name}: ${status?.trouble?.message ?? ''}`),
  ];
  return [
    {
      check: 'transcripts',
      status: worries.length === 0 ? 'ok' : 'warn',
      detail: [...worries, ...transcripts.map((one) => stateOf(one, nowMs))].join('; '),
      ...(ambiguous.length === 0
        ? {}
        : { hint: 'give harnesses that run the same agent in one folder folders of their own' }),
      data: { transcripts: transcripts.map(dataOf) },
    },
  ];
}

function ambiguityOf({ name, status }: ExaminedTranscript): string {
  const sessions = status?.ambiguous.length ?? 0;
  return `${name}: ${sessions} ${sessions === 1 ? 'session' : 'sessions'} that another harness could own too, nobody watches`;
}

function stateOf({ name, isUp, status, lastSuccessMs }: ExaminedTranscript, nowMs: number): string {
  if (lastSuccessMs !== undefined) {
    return `${name}: last success ${durationText(Math.max(0, nowMs - lastSuccessMs))} ago`;
  }
  if (status?.found === true) {
    return `${name}: found, no success yet`;
  }
  return isUp ? `${name}: nothing found yet` : `${name}: not up`;
}

function dataOf({ name, status, lastSuccessMs }: ExaminedTranscript): Record<string, unknown> {
  return {
    harness: name,
    kind: status?.kind,
    root: status?.root,
    found: status?.found ?? false,
    ambiguous: status?.ambiguous.map(({ path, session }) => ({ path, session })) ?? [],
    trouble: status?.trouble,
    last_success: lastSuccessMs === undefined ? undefined : new Date(lastSuccessMs).toISOString(),
  };
}
