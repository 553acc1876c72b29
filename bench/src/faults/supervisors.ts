import { setUpPeers } from '../peers/set-up.ts';
import type { Supervisor } from './supervisor.ts';
import { harness } from './supervisors/harness.ts';
import { monit } from './supervisors/monit.ts';
import { pm2 } from './supervisors/pm2.ts';
import { runit } from './supervisors/runit.ts';
import { s6 } from './supervisors/s6.ts';
import { supervisord } from './supervisors/supervisord.ts';

/** All that the faults are brought about in, ours first. */
export const SUPERVISORS: readonly Supervisor[] = [harness, supervisord, monit, runit, s6, pm2];

/** Those that are there, ours first; peers that are not are set up, or left out and named on stderr. */
export function presentSupervisors(
  asked: readonly Supervisor[] = SUPERVISORS,
): readonly Supervisor[] {
  const there = setUpPeers(asked.flatMap(({ peer = [] }) => peer));
  return asked.filter(({ peer }) => peer === undefined || there.has(peer));
}
