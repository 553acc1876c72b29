import { filePath, yesOrNo } from '@harness/config-text/schema';
import { z } from 'zod';
import { parseListen } from '../listen.ts';

/** The `[server]` table as it is written, once it has been checked. */
export interface ServerTable {
  harness_d?: string | undefined;
  metrics_listen?: string | undefined;
  metrics_token_file?: string | undefined;
  board?: boolean | undefined;
}

/** What keys of `[server]` are when they are left out. */
export const SERVER_DEFAULTS = { metrics_listen: '127.0.0.1:10229', board: true } as const;

/** The schema of the `[server]` table. */
export const serverTable: z.ZodType<ServerTable> = z.strictObject(
  {
    harness_d: filePath('~/.config/harness/harness.d')
      .optional()
      .describe('A folder of drop-ins: *.toml in name order, with [harness.*] only.'),
    metrics_listen: listen().optional().meta({
      default: SERVER_DEFAULTS.metrics_listen,
      description: 'Where metrics and board listen: HOST:PORT, or "off".',
    }),
    metrics_token_file: filePath('~/.config/harness/metrics.token')
      .optional()
      .describe('A file with the bearer token that a listener off loopback asks for.'),
    board: yesOrNo()
      .optional()
      .meta({ default: SERVER_DEFAULTS.board, description: 'Serve the board beside the metrics.' }),
  },
  { error: 'must be a table: write [server] on a line of its own' },
);

function listen(): z.ZodType<string> {
  const error = 'must be HOST:PORT such as "127.0.0.1:10229", or "off"';
  return z.string({ error }).superRefine((text, context) => {
    const reading = parseListen(text);
    if (reading.kind === 'invalid') {
      context.addIssue({ code: 'custom', message: `${error}: ${reading.reason}` });
    }
  });
}
