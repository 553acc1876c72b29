import type { ReloadSummary } from '@harness/protocol';

/** What a reload changed, one kind a line. */
export function renderReloadSummary(summary: ReloadSummary): string {
  const { added, removed, changed, sections, restartToApply } = summary;
  const lines = [
    line('added', added),
    line('removed', removed),
    line('changed', changed),
    line('changed tables', sections),
    restartToApply.length === 0
      ? undefined
      : `restart to apply: \`harness restart ${restartToApply.join(' ')}\``,
  ].filter((text) => text !== undefined);
  return lines.length === 0 ? 'reloaded: nothing has changed' : `reloaded\n${lines.join('\n')}`;
}

function line(label: string, names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `${label}: ${names.join(', ')}`;
}
