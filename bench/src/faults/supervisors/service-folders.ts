import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { debianEnvironment, debianProgram } from '../../peers/places.ts';
import { killAll, processesOf, programOf } from '../../processes.ts';
import { type Place, type Program, writeScript } from '../place.ts';
import { type Supervised, startIn } from '../supervisor.ts';

/** A supervisor that keeps each program by a process of its own. */
interface Family {
  /** What is started, with the words of each of its processes. */
  readonly program: string;
  readonly wordsOf: (services: readonly string[], folder: string) => readonly string[][];
  /** The names of its own processes. */
  readonly processes: readonly string[];
  /** The shell lines of a service's `finish`, which runs after each death. */
  readonly finish: (hook: string, name: string, tell: Place['tell']) => string;
}

/** Starts a supervisor of the daemontools family: a folder for each service, with `run` and `finish`. */
export function superviseFolders(place: Place, family: Family): Supervised {
  const folder = join(place.folder, 'services');
  const services = place.programs.map((program) => {
    const service = join(folder, program.name);
    layService(service, place, program, family);
    return service;
  });
  const start = () => {
    for (const words of family.wordsOf(services, folder)) {
      startIn(place, debianEnvironment(), debianProgram(family.program), words);
    }
  };
  start();
  return {
    crash: () => {
      const pids = processesOf(place.folder);
      killAll(pids.filter((pid) => family.processes.includes(programOf(pid))));
      start();
    },
  };
}

function layService(service: string, place: Place, program: Program, { finish }: Family): void {
  mkdirSync(service, { recursive: true });
  symlinkSync(program.run, join(service, 'run'));
  const lines = `cd '${service}'\n${finish(place.hook, program.name, place.tell)}`;
  symlinkSync(writeScript(place.folder, `finish-${program.name}`, lines), join(service, 'finish'));
}
