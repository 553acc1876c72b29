import {
  arrangeProblems,
  checkSchema,
  type Finding,
  type Problem,
  placeFindings,
  type TomlDocument,
} from '@harness/config-text';
import { quickCheck } from '@harness/config-text/schema';
import { type LocalFile, refuseNotify } from '@harness/notify-config';
import { isPrivate } from './private-keys.ts';
import type { Base } from './resolve-path.ts';
import { globalRules } from './rules/global-rules.ts';
import { harnessRules } from './rules/harness-rules.ts';
import { nameRules } from './rules/name-rules.ts';
import { projectRules } from './rules/project-rules.ts';
import { asTable, type RawTable } from './rules/refuse.ts';
import { globalFile, localFile } from './tables/files.ts';
import { unsupportedKey } from './unsupported-keys.ts';

const ADVICE = { unknownKey: unsupportedKey, isPrivate };
const isGlobalFile = quickCheck(globalFile);
const GLOBAL_TABLES = ['server', 'daemon', 'profile', 'redact'];

/**
 * Everything wrong with a global file by itself; what profiles name is checked when all harnesses are known.
 *
 * @param suspects - the document without the harnesses that are known to be right; so in the other checks.
 */
export function checkGlobal(document: TomlDocument, suspects: RawTable): Problem[] {
  return placeFindings(document, [
    ...(isGlobalFile(suspects) ? [] : checkSchema(globalFile, suspects, ADVICE)),
    ...nameRules(suspects, 'harness'),
    ...nameRules(suspects, 'profile'),
    ...globalRules(suspects),
    ...eachHarness(suspects, (name, table) => harnessRules(['harness', name], table)),
  ]);
}

/** Everything wrong with a drop-in by itself. */
export function checkDropIn(document: TomlDocument, suspects: RawTable): Problem[] {
  return checkLocal(document, suspects, 'drop-in', []);
}

/** Everything wrong with a project file. */
export function checkProject(document: TomlDocument, suspects: RawTable, base: Base): Problem[] {
  const rules = eachHarness(document.value, (name, table) =>
    projectRules(['harness', name], table, base),
  );
  return checkLocal(document, suspects, 'project file', rules);
}

function checkLocal(
  document: TomlDocument,
  suspects: RawTable,
  where: LocalFile,
  more: readonly Finding[],
): Problem[] {
  const placed = placeFindings(document, [
    ...checkSchema(localFile, suspects, { ...ADVICE, unknownKey: localAdvice(where) }).filter(
      // The refusal of [notify] has a sentence of its own.
      (finding) => finding.path[0] !== 'notify',
    ),
    ...nameRules(suspects, 'harness'),
    ...eachHarness(suspects, (name, table) => harnessRules(['harness', name], table)),
    ...more,
  ]);
  return arrangeProblems([...placed, ...refuseNotify(document, where)]);
}

function localAdvice(where: LocalFile): typeof unsupportedKey {
  return (path, key, value) =>
    path.length === 0 && GLOBAL_TABLES.includes(key)
      ? {
          code: 'misplaced',
          sentence: `is refused in a ${where}: only the global harness.toml may hold it`,
        }
      : unsupportedKey(path, key, value);
}

function eachHarness(
  document: RawTable,
  check: (name: string, table: RawTable) => Finding[],
): Finding[] {
  return Object.entries(asTable(document['harness']) ?? {}).flatMap(([name, value]) => {
    const table = asTable(value);
    return table === undefined ? [] : check(name, table);
  });
}
