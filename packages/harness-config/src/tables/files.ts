import { type NotifyTable, notifyTable } from '@harness/notify-config';
import { z } from 'zod';
import { NAME_PATTERN } from '../names.ts';
import { type DaemonTable, daemonTable } from './daemon-table.ts';
import type { HarnessTable } from './harness-keys.ts';
import { harnessTable } from './harness-table.ts';
import { type ProfileTable, profileTable } from './profile-table.ts';
import { type RedactTable, redactTable } from './redact-table.ts';
import { type ServerTable, serverTable } from './server-table.ts';

/** The tables of a drop-in or a project file. */
export interface LocalTables {
  harness?: Record<string, HarnessTable> | undefined;
}

/** The tables of the global file. */
export interface GlobalTables extends LocalTables {
  notify?: NotifyTable | undefined;
  server?: ServerTable | undefined;
  daemon?: DaemonTable | undefined;
  redact?: RedactTable | undefined;
  profile?: Record<string, ProfileTable> | undefined;
}

const harnesses: z.ZodType<Record<string, HarnessTable> | undefined> = named(
  harnessTable,
  'must hold a table for each harness: write [harness.NAME]',
);

const profiles: z.ZodType<Record<string, ProfileTable> | undefined> = named(
  profileTable,
  'must hold a table for each profile: write [profile.NAME]',
);

/** The schema of the global file. Rules between keys are not part of it. */
export const globalFile: z.ZodType<GlobalTables> = z.strictObject({
  notify: notifyTable.optional(),
  harness: harnesses,
  profile: profiles,
  daemon: daemonTable.optional(),
  server: serverTable.optional(),
  redact: redactTable.optional(),
});

/** The schema of a drop-in and of a project file. */
export const localFile: z.ZodType<LocalTables> = z.strictObject({ harness: harnesses });

function named<Table>(
  table: z.ZodType<Table>,
  error: string,
): z.ZodType<Record<string, Table> | undefined> {
  return z.record(z.string().meta({ pattern: NAME_PATTERN }), table, { error }).optional();
}
