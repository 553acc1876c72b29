import type { Check, CheckStatus } from '@harness/protocol';
import type { Style } from './paint.ts';
import { oneLine } from './safe-text.ts';
import { type Page, renderTable } from './table.ts';

const STYLES: Readonly<Record<CheckStatus, Style>> = {
  ok: 'good',
  warn: 'notable',
  error: 'bad',
  off: 'faint',
};

/** One line for each check (name, status, detail), its hint on the line below, the summary last. */
export async function renderChecks(checks: readonly Check[], page: Page): Promise<string> {
  const table = await renderTable(
    checks.map(({ check, status, detail }) => [
      { text: check },
      { text: status, style: STYLES[status] },
      { text: detail },
    ]),
    // A detail that is cut is no help: the terminal may wrap it.
    { ...page, columns: undefined },
  );
  const rows = table.split('\n');
  const lines = checks.flatMap((check, row) => [rows[row] ?? '', ...belowOf(check, page)]);
  return [...lines, '', summary(checks)].join('\n');
}

/** The worst status of all: what one glance, and the exit code, go by. `off` counts as `ok`. */
export function overallStatus(checks: readonly Check[]): 'ok' | 'warn' | 'error' {
  const has = (status: CheckStatus): boolean => checks.some((check) => check.status === status);
  if (has('error')) {
    return 'error';
  }
  return has('warn') ? 'warn' : 'ok';
}

function belowOf({ detail, hint, data }: Check, { paint }: Page): readonly string[] {
  const tail = typeof data?.['tail'] === 'string' ? data['tail'].trimEnd().split('\n') : [];
  const problems = Array.isArray(data?.['problems']) ? data['problems'].map(String) : [];
  return [
    ...problems
      .filter((problem) => !detail.includes(problem))
      .map((problem) => `    ${oneLine(problem)}`),
    ...tail.map((line) => `    | ${oneLine(line)}`),
    ...(hint === undefined ? [] : [paint('faint', `    → ${oneLine(hint)}`)]),
  ];
}

function summary(checks: readonly Check[]): string {
  const count = (status: CheckStatus): number =>
    checks.filter((check) => check.status === status).length;
  const [errors, warnings] = [count('error'), count('warn')];
  const parts = [
    `${count('ok')} ok`,
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
    ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? 'error' : 'errors'}`]),
    ...(count('off') === 0 ? [] : [`${count('off')} off`]),
  ];
  return `${checks.length} checks: ${parts.join(', ')}`;
}
