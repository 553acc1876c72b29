import { explainHook, type HookFinding } from '@harness/hook-runner';
import type { NotifyConfig } from '@harness/notify-config';
import {
  describeOutcome,
  durationText,
  EVENTS,
  type OutcomeDetail,
  RESULTS,
  type Result,
} from '@harness/notify-core';
import type { Check } from '@harness/protocol';
import type { LastDeliveries, RecordedNotification } from '@harness/store';

/** What the notify row is made of. */
export interface NotifyFacts {
  readonly table: NotifyConfig | undefined;
  readonly deliveries: LastDeliveries;
  /** PATH of the daemon, which is what the hook gets. */
  readonly searchPath: string | undefined;
  readonly waiting: number;
  /** How many notifications ended so since this daemon started. */
  readonly countOf: (result: Result) => number;
  /** When this daemon started, wall clock. */
  readonly startedMs: number;
  readonly nowMs: number;
}

/** Off, or configured; may the daemon run it; how the last deliveries went. Shows argv[0] and no more of argv. */
export async function notifyCheck(facts: NotifyFacts): Promise<Check> {
  const { table } = facts;
  const program = table?.command[0];
  if (program === undefined) {
    return {
      check: 'notify',
      status: 'off',
      detail: 'off: no [notify] table, nobody is told of anything',
      hint: 'add a [notify] table with command = ["/absolute/path/of/your/hook"]',
    };
  }
  const findings = await explainHook(program, facts.searchPath);
  const [last] = facts.deliveries.recent;
  return {
    check: 'notify',
    status: statusOf(findings, last),
    detail: [
      program,
      ...findings.map(({ message }) => message),
      ...history(facts),
      sinceStart(facts),
      ...silent(table),
    ].join('; '),
    ...hintOf(findings, last),
    data: dataOf(facts, program, findings),
  };
}

function statusOf(
  findings: readonly HookFinding[],
  last: RecordedNotification | undefined,
): Check['status'] {
  if (
    findings.some(({ level }) => level === 'error') ||
    (last !== undefined && last.result !== 'ok')
  ) {
    return 'error';
  }
  return findings.length > 0 ? 'warn' : 'ok';
}

function hintOf(
  findings: readonly HookFinding[],
  last: RecordedNotification | undefined,
): Pick<Check, 'hint'> {
  if (findings.length > 0) {
    return { hint: 'see `harness help hooks`; then prove it with `harness doctor --notify-test`' };
  }
  if (last === undefined) {
    return { hint: 'prove the whole path with `harness doctor --notify-test`' };
  }
  return last.result === 'ok'
    ? {}
    : { hint: 'repair the hook, then prove it with `harness doctor --notify-test`' };
}

function history({ deliveries, waiting, nowMs }: NotifyFacts): readonly string[] {
  const { recent, lastOk } = deliveries;
  const [last] = recent;
  if (last === undefined) {
    return ['nothing delivered yet'];
  }
  const failed = recent.filter(({ result }) => result !== 'ok').length;
  return [
    `last delivery ${describe(last, nowMs)}`,
    ...(failed > 0 ? [`${failed} of the last ${recent.length} failed`] : []),
    ...(last.result !== 'ok' && lastOk !== undefined ? [`last ok ${describe(lastOk, nowMs)}`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
}

function sinceStart(facts: NotifyFacts): string {
  const counts = RESULTS.flatMap((result) => {
    const count = facts.countOf(result);
    return count === 0 ? [] : [`${count} ${result}`];
  });
  const ago = durationText(Math.max(0, facts.nowMs - facts.startedMs));
  return `${counts.length === 0 ? 'none' : counts.join(', ')} since this daemon started ${ago} ago`;
}

/** The events that nobody is told of. */
function silent(table: NotifyConfig | undefined): readonly string[] {
  const off = eventsOff(table);
  return off.length === 0 ? [] : [`not told of ${off.join(', ')}`];
}

function eventsOff(table: NotifyConfig | undefined): readonly string[] {
  return EVENTS.filter((event) => table?.events.includes(event) !== true);
}

function describe(delivery: RecordedNotification, nowMs: number): string {
  const { event, harness, result, finishedAtMs = nowMs } = delivery;
  const subject = harness === undefined ? event : `${event} of ${harness}`;
  const how = result === 'ok' ? '' : ` (${describeOutcome({ detail: detailOf(delivery) })})`;
  return `${result}: ${subject}${how}, ${durationText(Math.max(0, nowMs - finishedAtMs))} ago`;
}

// The store gives back what the daemon put in.
function detailOf({ detail }: RecordedNotification): OutcomeDetail {
  return detail as OutcomeDetail;
}

function dataOf(
  { table, deliveries, waiting, countOf, startedMs }: NotifyFacts,
  program: string,
  findings: readonly HookFinding[],
): Record<string, unknown> {
  return {
    program,
    events: table?.events,
    events_off: eventsOff(table),
    since_start: Object.fromEntries(RESULTS.map((result) => [result, countOf(result)])),
    started: new Date(startedMs).toISOString(),
    findings,
    waiting,
    last_delivery: factsOf(deliveries.recent[0]),
    last_ok: factsOf(deliveries.lastOk),
    last_failed: factsOf(deliveries.lastFailed),
    recent: deliveries.recent.length,
    recent_failed: deliveries.recent.filter(({ result }) => result !== 'ok').length,
  };
}

function factsOf(delivery: RecordedNotification | undefined): Record<string, unknown> | undefined {
  if (delivery === undefined) {
    return undefined;
  }
  const { id, event, harness, result, detail, durationMs, finishedAtMs } = delivery;
  return {
    id,
    event,
    harness,
    result,
    detail,
    duration_ms: durationMs,
    ended: finishedAtMs === undefined ? undefined : new Date(finishedAtMs).toISOString(),
  };
}
