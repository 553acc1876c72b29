import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Claimant } from '../trace.ts';

/** The folder of Codex's rollouts. Source: Codex 0.171, 2026-11: `sessions/YYYY/MM/DD/`. */
export function codexRoot({ env }: Pick<Claimant, 'env'>): string {
  return join(env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex'), 'sessions');
}
