import { commandList, duration } from '@harness/config-text/schema';
import { DEFAULT_EVENTS, EVENTS, type EventName } from '@harness/notify-core';
import { z } from 'zod';
import { eventList } from './event-list.ts';

/** The `[notify]` table as it is written, once it has been checked. */
export interface NotifyTable {
  command: string[];
  events?: EventName[] | undefined;
  timeout?: string | 0 | undefined;
  cooldown?: string | 0 | undefined;
}

/** What the optional keys of `[notify]` are when they are left out, in the file's own spelling. */
export const NOTIFY_DEFAULTS: {
  readonly events: readonly EventName[];
  readonly timeout: string;
  readonly cooldown: string;
} = { events: DEFAULT_EVENTS, timeout: '15s', cooldown: '15m' };

const EXAMPLE = ['/home/me/.config/harness/notify.sh'];

/** The schema of the `[notify]` table, for validation and for JSON Schema. */
export const notifyTable: z.ZodType<NotifyTable> = z
  .strictObject(
    {
      command: commandList(EXAMPLE, true).describe(
        'The program to run and its arguments, without a shell. The program is an absolute path.',
      ),
      events: eventList(EVENTS)
        .optional()
        .meta({ default: NOTIFY_DEFAULTS.events, description: 'The events to be told about.' }),
      timeout: duration({ from: '1s', to: '5m', example: '15s' }).optional().meta({
        default: NOTIFY_DEFAULTS.timeout,
        description: "The hook's whole process group is killed after this.",
      }),
      cooldown: duration({ from: '0s', to: '24h', example: '15m' }).optional().meta({
        default: NOTIFY_DEFAULTS.cooldown,
        description: 'One alert per harness and event in this time; "0s" turns it off.',
      }),
    },
    { error: 'must be a table: write [notify] on a line of its own' },
  )
  .describe('The program that is run when a person is needed.');
