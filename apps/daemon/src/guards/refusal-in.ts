import type { AgentKind, RefusalTurn } from '@harness/turns';

/** The end of a one-shot's run that failed. */
export interface FailedOutput {
  readonly kind: AgentKind;
  /** What it printed last. */
  readonly lastLine: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** When it ended, in Unix milliseconds. */
  readonly atMs: number;
}

/** The refusal for quota that a run ended on, as its output says: some agents print it and write it nowhere. */
export async function refusalIn({
  kind,
  lastLine,
  env,
  atMs,
}: FailedOutput): Promise<readonly RefusalTurn[]> {
  if (lastLine === undefined) {
    return [];
  }
  const { readStreamOutput } = await import('@harness/agent-trace');
  const zone = env['TZ']?.replace(/^:/, '') || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { refusal } = readStreamOutput(kind, [lastLine], { atMs, zone });
  return refusal?.class === 'quota' ? [{ kind: 'refusal', session: '', atMs, refusal }] : [];
}
