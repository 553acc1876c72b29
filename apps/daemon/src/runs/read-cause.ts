import type { HarnessSpec } from '@harness/harness-config';
import type { DurableLog } from '../output/durable-log.ts';
import { readLastLines } from '../output/read-log.ts';

// An agent that prints events says why it ended in one of the last.
const LAST_LINES = 50;

/**
 * What a run's last line says, as a sentence: where an agent printed events, one JSON object a line, the words that
 * they end with; else the line itself.
 */
export async function readCause(
  lastLine: string | undefined,
  { transcript }: Pick<HarnessSpec, 'transcript'>,
  log: Pick<DurableLog, 'flush' | 'path'>,
  atMs: number,
): Promise<string | undefined> {
  if (transcript === undefined || lastLine?.startsWith('{') !== true) {
    return lastLine;
  }
  await log.flush();
  const lines = await readLastLines(log.path, { lines: LAST_LINES });
  const { readStreamOutput } = await import('@harness/agent-trace');
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  return readStreamOutput(transcript, lines, { atMs, zone }).cause ?? lastLine;
}
