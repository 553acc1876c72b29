import { type Contender, startDaemon } from '../../contender.ts';
import { killAll } from '../../processes.ts';
import { type Place, type Program, RESTARTS } from '../place.ts';
import type { Supervisor } from '../supervisor.ts';

/** The real built daemon and its notify hook. */
export const harness: Supervisor = {
  name: 'harness',
  cannot: {},
  start: (place) => {
    let daemon = startHarness(place);
    return {
      crash: async () => {
        killAll([daemon.pid]);
        await daemon[Symbol.asyncDispose]();
        daemon = startHarness(place);
      },
    };
  },
};

function startHarness(place: Place): Contender {
  const policy = { maxRestarts: place.tell === 'giving-up' ? RESTARTS : 0, backoffMs: [100] };
  return startDaemon(place.folder, configurationOf(place), policy);
}

function configurationOf({ hook, programs }: Place): string {
  return `[server]
metrics_listen = "off"

[notify]
command = [${JSON.stringify(hook)}]
events = ["failed", "health"]

${programs.map(tableOf).join('\n')}`;
}

function tableOf({ name, run, probe }: Program): string {
  const health = `health_cmd = [${JSON.stringify(probe)}]
health_interval = "1s"
health_timeout = "1s"
health_failures = 2
health_start_period = "0s"
`;
  return `[harness.${name}]
harness = "command"
argv = [${JSON.stringify(run)}]
enabled = true
restart_delay = "100ms"
${probe === undefined ? '' : health}`;
}
