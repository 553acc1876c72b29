import type { Supervisor } from '../supervisor.ts';
import { superviseFolders } from './service-folders.ts';

/** runit, whose finish scripts run the hook. It never gives up, so that a crash loop is told at each death. */
export const runit: Supervisor = {
  name: 'runit',
  peer: 'runit',
  cannot: { hang: 'it asks nothing of a program that runs; check is for sv start alone' },
  start: (place) =>
    superviseFolders(place, {
      program: 'runsvdir',
      wordsOf: (_services, folder) => [[folder]],
      processes: ['runsvdir', 'runsv'],
      finish: (hook, name) => `exec '${hook}' ${name}`,
    }),
};
