import { inColumns } from '../table.ts';
import { FAULT_NAMES } from './fault.ts';
import type { Finding } from './trial.ts';

/** The findings as lines of text: a supervisor each, a column for each fault, and the reasons of those that cannot. */
export function linesOf(findings: readonly Finding[]): readonly string[] {
  const faults = FAULT_NAMES.filter((name) => findings.some(({ fault }) => fault === name));
  const supervisors = [...new Set(findings.map(({ supervisor }) => supervisor))];
  const rows = supervisors.map((name) => [
    name,
    ...faults.map((fault) =>
      cellOf(findings.find((one) => one.supervisor === name && one.fault === fault)),
    ),
  ]);
  return [
    'told / missed (of those, down and unknown) / doubled, and from the fault to the first telling',
    ...inColumns([['', ...faults], ...rows]),
    ...findings.flatMap((finding) =>
      finding.kind === 'counted'
        ? []
        : [`${finding.supervisor}, ${finding.fault}: ${finding.kind}: ${finding.reason}`],
    ),
  ];
}

function cellOf(finding: Finding | undefined): string {
  if (finding?.kind !== 'counted') {
    return finding?.kind ?? '';
  }
  const { told, missed, down, doubled, firstS } = finding;
  const first = firstS === undefined ? '–' : `${firstS.toFixed(2)} s`;
  return `${told} / ${missed}${down > 0 ? ` (${down} down)` : ''} / ${doubled}, ${first}`;
}
