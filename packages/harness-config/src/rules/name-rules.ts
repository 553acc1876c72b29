import { type Finding, quote } from '@harness/config-text';
import { isName, NAME_RULE } from '../names.ts';
import { asTable, type RawTable } from './refuse.ts';

/** Refuses names of harnesses and profiles that cannot become paths, arguments and messages. */
export function nameRules(document: RawTable, section: 'harness' | 'profile'): Finding[] {
  return Object.keys(asTable(document[section]) ?? {})
    .filter((name) => !isName(name))
    .map((name) => ({
      path: [section, name],
      code: 'wrong_value',
      target: 'key',
      form: 'whole',
      sentence: `the ${section} name ${quote(name)} ${NAME_RULE}`,
    }));
}
