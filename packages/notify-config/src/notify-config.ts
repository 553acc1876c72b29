import { parseGoDuration } from '@harness/config-text';
import type { EventName, NotifiedEvent } from '@harness/notify-core';
import { NOTIFY_DEFAULTS, type NotifyTable } from './notify-table.ts';

/** The `[notify]` table as the daemon uses it. Plain JSON. */
export interface NotifyConfig {
  /** The argv of the hook; the first element is an absolute path. Never empty. */
  readonly command: readonly string[];
  /** The events to be told about, as listed. */
  readonly events: readonly EventName[];
  /** 1,000 to 300,000. */
  readonly timeoutMs: number;
  /** 0 to 86,400,000; 0 is off. */
  readonly cooldownMs: number;
}

/** Fills in the defaults of a table that has been checked. */
export function toNotifyConfig(table: NotifyTable): NotifyConfig {
  return {
    command: table.command,
    events: table.events ?? NOTIFY_DEFAULTS.events,
    timeoutMs: msOf(table.timeout ?? NOTIFY_DEFAULTS.timeout),
    cooldownMs: msOf(table.cooldown ?? NOTIFY_DEFAULTS.cooldown),
  };
}

/** Whether the hook is to be told of an event. `test` always is. */
export function wants(config: Pick<NotifyConfig, 'events'>, event: NotifiedEvent): boolean {
  return event === 'test' || config.events.includes(event);
}

function msOf(text: string | 0): number {
  const reading = parseGoDuration(String(text));
  if (reading.kind === 'invalid') {
    throw new Error(`a duration was not checked: it ${reading.reason}`);
  }
  return reading.ms;
}
