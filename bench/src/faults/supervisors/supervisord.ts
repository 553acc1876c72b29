import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianEnvironment, debianProgram, PYTHON } from '../../peers/places.ts';
import { type Place, type Program, RESTARTS } from '../place.ts';
import { keptBy, type Supervisor, startIn } from '../supervisor.ts';

const LISTENER = join(import.meta.dirname, 'supervisord-listener.py');

/** supervisord with a pool of event listeners that run the hook. */
export const supervisord: Supervisor = {
  name: 'supervisord',
  peer: 'supervisord',
  cannot: {},
  start: (place) => {
    const configuration = join(place.folder, 'supervisord.conf');
    writeFileSync(configuration, configurationOf(place));
    const words = [debianProgram('supervisord'), '-c', configuration];
    return keptBy(() => startIn(place, debianEnvironment(), PYTHON, words));
  },
};

// As many listeners as ours has workers, and as long a queue: by default it is one listener and ten events.
function configurationOf({ folder, hook, programs }: Place): string {
  const probes = programs.flatMap(({ name, probe }) => (probe ? [`${name}=${probe}`] : []));
  return `[supervisord]
nodaemon=true
logfile=${folder}/own.log
pidfile=${folder}/supervisord.pid
childlogdir=${folder}
[unix_http_server]
file=${folder}/socket
[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
[eventlistener:person]
command=${[PYTHON, LISTENER, hook, ...probes].join(' ')}
events=PROCESS_STATE_EXITED,PROCESS_STATE_FATAL,TICK_5
process_name=%(process_num)d
numprocs=4
buffer_size=1024
${programs.map(sectionOf).join('')}`;
}

function sectionOf({ name, run }: Program): string {
  return `[program:${name}]
command=${run}
startretries=${RESTARTS}
stopwaitsecs=1
`;
}
