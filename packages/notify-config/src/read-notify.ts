import {
  checkSchema,
  type Finding,
  nearest,
  placeFindings,
  quote,
  type Refused,
  readToml,
  type TomlDocument,
} from '@harness/config-text';
import { z } from 'zod';
import { isPrivateNotify, unknownNotifyKey } from './notify-advice.ts';
import { type NotifyConfig, toNotifyConfig } from './notify-config.ts';
import { type NotifyTable, notifyTable } from './notify-table.ts';

/** A text that was read: its `[notify]` table, or undefined when it has none. */
export interface NotifyReading {
  readonly kind: 'notify';
  readonly notify: NotifyConfig | undefined;
}

const FILE = z.object({ notify: notifyTable.optional() });

/**
 * Reads the `[notify]` table of a configuration. Other tables are left alone, except one whose name is a
 * misspelling of `notify`: that is refused, since it would turn the hook off without a word.
 *
 * @param source - the text or the bytes of a harness.toml.
 * @param file - how problems name it; nothing is opened.
 * @returns the table with its defaults filled in, or every problem in the order of the text.
 */
export function readNotify(source: string | Uint8Array, file: string): NotifyReading | Refused {
  const document = readToml(source, file);
  if (document.kind === 'refused') {
    return document;
  }
  const problems = placeFindings(document, findingsIn(document));
  return problems.length > 0
    ? { kind: 'refused', problems }
    : { kind: 'notify', notify: notifyIn(document) };
}

function findingsIn(document: TomlDocument): Finding[] {
  const advice = { unknownKey: unknownNotifyKey, isPrivate: isPrivateNotify };
  return [...misspellings(document), ...checkSchema(FILE, document.value, advice)];
}

function misspellings(document: TomlDocument): Finding[] {
  return Object.keys(document.value)
    .filter((name) => name !== 'notify' && nearest(name, ['notify']) !== undefined)
    .map((name) => ({
      path: [name],
      target: 'key',
      form: 'whole',
      code: 'unknown_key',
      sentence: `unknown table ${quote(name)}; did you mean "notify"?`,
    }));
}

function notifyIn(document: TomlDocument): NotifyConfig | undefined {
  const table = document.value['notify'];
  return table === undefined ? undefined : toNotifyConfig(table as NotifyTable);
}
