import { readFileSync } from 'node:fs';

/** What one run of the hook received. */
export interface Alert {
  readonly event: string;
  readonly environment: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
}

const RECORD_SEPARATOR = '\x1e';

/** The alerts that the hook has recorded so far; one that it is still writing is left for the next look. */
export function readAlerts(file: string): readonly Alert[] {
  return readFileSync(file, 'utf8').split(RECORD_SEPARATOR).slice(0, -1).map(alertOf);
}

function alertOf(record: string): Alert {
  const lines = record.trim().split('\n');
  const payload: Alert['payload'] = JSON.parse(lines.at(-1) ?? '{}');
  return { event: String(payload['event']), environment: lines.slice(0, -1), payload };
}
