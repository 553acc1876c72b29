import { RESTARTS } from '../place.ts';
import type { Supervisor } from '../supervisor.ts';
import { superviseFolders } from './service-folders.ts';

/** s6, whose finish scripts run the hook, and give up where s6-permafailon says so. */
export const s6: Supervisor = {
  name: 's6',
  peer: 's6',
  cannot: {
    hang: 'it asks nothing of a program that runs; s6-notifyoncheck is for its start alone',
  },
  start: (place) =>
    superviseFolders(place, {
      // Without s6-svscan, which looks for s6-supervise where a system has installed it, and adds nothing here.
      program: 's6-supervise',
      wordsOf: (services) => services.map((service) => [service]),
      processes: ['s6-supervise'],
      finish: (hook, name, tell) =>
        tell === 'death' ? `exec '${hook}' ${name}` : `${GIVE_UP}\n'${hook}' ${name}\nexit 125`,
    }),
};

// It looks into the service's own folder; 125 is how a finish script says that the program stays down.
const GIVE_UP = `s6-permafailon 60 ${RESTARTS + 1} 1-255 true && exit 0`;
