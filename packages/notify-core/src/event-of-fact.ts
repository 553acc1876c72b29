import type { NotifiedEvent, Severity } from './events.ts';
import type { Fact } from './fact.ts';

/** What a kind of fact is for a receiver, whatever its details. */
export interface FactRow {
  readonly event: NotifiedEvent;
  readonly severity: Severity;
  /** The state that the fact implies; a run has its outcome instead, a test none. */
  readonly state?: 'failed' | 'degraded' | 'stopped' | 'running';
}

/** The one table that turns what supervision and the guards say into events. */
export const FACT_ROWS: Readonly<Record<Fact['kind'], FactRow>> = {
  gave_up: { event: 'failed', severity: 'urgent', state: 'failed' },
  escalated: { event: 'flapping', severity: 'notice', state: 'degraded' },
  looping: { event: 'loop_stopped', severity: 'urgent', state: 'stopped' },
  rotated: { event: 'session_rotated', severity: 'notice', state: 'running' },
  rotation_stuck: { event: 'session_rotated', severity: 'urgent', state: 'stopped' },
  intent_lost: { event: 'intent_lost', severity: 'urgent', state: 'stopped' },
  quota_refused: { event: 'parked', severity: 'notice', state: 'stopped' },
  silent: { event: 'stalled', severity: 'notice', state: 'running' },
  unhealthy: { event: 'health', severity: 'notice', state: 'running' },
  proven_back: { event: 'recovered', severity: 'info', state: 'running' },
  run_ended: { event: 'run_failed', severity: 'notice' },
  tested: { event: 'test', severity: 'info' },
};

/** The event that a fact is. */
export function eventOf(fact: Fact): NotifiedEvent {
  return FACT_ROWS[fact.kind].event;
}
