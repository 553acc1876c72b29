import type { Supervisor } from './supervisor.ts';
import { harness } from './supervisors/harness.ts';
import { monit } from './supervisors/monit.ts';
import { pm2 } from './supervisors/pm2.ts';
import { runit } from './supervisors/runit.ts';
import { s6 } from './supervisors/s6.ts';
import { supervisord } from './supervisors/supervisord.ts';

/** All that the faults are brought about in, ours first. */
export const SUPERVISORS: readonly Supervisor[] = [harness, supervisord, monit, runit, s6, pm2];
