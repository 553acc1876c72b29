import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianEnvironment, debianProgram } from '../../peers/places.ts';
import { type Place, type Program, RESTARTS, writeScript } from '../place.ts';
import { keptBy, type Supervisor, startIn } from '../supervisor.ts';

/** monit with its shortest cycle, which runs the hook by `exec`. */
export const monit: Supervisor = {
  name: 'monit',
  peer: 'monit',
  cannot: {},
  start: (place) => {
    const control = join(place.folder, 'monitrc');
    const checks = place.programs.map((program) =>
      checkOf(place, program, starterOf(place, program)),
    );
    writeFileSync(control, [headOf(place), ...checks].join(''), { mode: 0o600 });
    const words = ['-I', '-c', control];
    return keptBy(() => startIn(place, debianEnvironment(), debianProgram('monit'), words));
  },
};

/** Starts the program in the background, as an init script does; here once, before monit looks for the first time. */
function starterOf({ folder }: Place, { name, run }: Program): string {
  const starter = writeScript(
    folder,
    `start-${name}`,
    `'${run}' </dev/null >/dev/null 2>&1 & echo $! >'pid-${name}'`,
  );
  execFileSync(starter, { stdio: 'ignore' });
  return starter;
}

function headOf({ folder }: Place): string {
  const files = ['log', 'pidfile', 'idfile', 'statefile'];
  return ['set daemon 1', ...files.map((file) => `set ${file} ${folder}/monit-${file}`), ''].join(
    '\n',
  );
}

// One more restart for unmonitor: with the same number for both it runs nothing and only unmonitors.
function checkOf({ folder, hook, tell }: Place, { name, probe }: Program, starter: string): string {
  const exec = `exec "${hook} ${name}"`;
  const dead =
    tell === 'death'
      ? `  if does not exist then ${exec}\n`
      : `  start program = "${starter}" with timeout 1 seconds
  if ${RESTARTS} restarts within 20 cycles then ${exec}
  if ${RESTARTS + 1} restarts within 20 cycles then unmonitor
`;
  const asked =
    probe === undefined
      ? ''
      : `check program probe-${name} with path "${probe}"\n  if status != 0 for 2 cycles then ${exec}\n`;
  return `check process ${name} with pidfile ${folder}/pid-${name}\n${dead}${asked}`;
}
