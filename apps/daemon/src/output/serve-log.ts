import type { LogRequest } from '@harness/protocol';
import type { DurableLog } from './durable-log.ts';
import { followLog, type WakingLog } from './follow-log.ts';
import { readLastLines } from './read-log.ts';

/** Takes text, also none; settles when there is room for more. */
export type TextSink = (text: string) => Promise<void>;

/** A log as it is read: by its path, and with what says that it grows while somebody writes it. */
export type ReadableLog = Pick<DurableLog, 'path'> & Partial<DurableLog>;

/**
 * Writes the last lines of a log to `sink`, and with `follow` what is appended until `signal` aborts. What nobody
 * writes any more is not followed. The first call of `sink` comes when the log could be read.
 */
export async function serveLog(
  log: ReadableLog,
  { lines, follow }: Pick<LogRequest, 'follow' | 'lines'>,
  sink: TextSink,
  signal: AbortSignal,
): Promise<void> {
  await log.flush?.();
  if (!follow || !isWritten(log)) {
    await sink(textOf(await readLastLines(log.path, { lines })));
    return;
  }
  for await (const text of followLog(log.path, log, { lines, signal })) {
    await sink(text);
  }
}

function isWritten(log: ReadableLog): log is ReadableLog & WakingLog {
  return log.onAppended !== undefined;
}

/** Lines as text. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
