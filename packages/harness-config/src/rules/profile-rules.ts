import { type Finding, suggest } from '@harness/config-text';
import { asTable, type RawTable } from './refuse.ts';

/** Refuses profiles that name a harness twice, or one that no file declares. */
export function profileRules(document: RawTable, names: ReadonlySet<string>): Finding[] {
  return Object.entries(asTable(document['profile']) ?? {}).flatMap(([profile, table]) => {
    const members: unknown = asTable(table)?.['harnesses'];
    return Array.isArray(members) ? memberFindings(profile, members, names) : [];
  });
}

function memberFindings(
  profile: string,
  members: readonly unknown[],
  names: ReadonlySet<string>,
): Finding[] {
  const told = new Set<unknown>();
  return members.flatMap((member, index) => {
    const wrong = typeof member === 'string' ? memberProblem(member, told, names) : undefined;
    told.add(member);
    return wrong === undefined
      ? []
      : [{ path: ['profile', profile, 'harnesses', index], code: 'wrong_value', sentence: wrong }];
  });
}

function memberProblem(
  member: string,
  told: ReadonlySet<unknown>,
  names: ReadonlySet<string>,
): string | undefined {
  if (!names.has(member)) {
    return names.size === 0
      ? 'is no harness: none is declared'
      : `is no harness${suggest(member, [...names])}`;
  }
  return told.has(member) ? 'is listed already: name each harness once' : undefined;
}
