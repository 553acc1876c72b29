import { explainHook } from '@harness/hook-runner';
import type { Check, DaemonDown, DaemonError, Environment } from '@harness/protocol';
import { type ConfigurationReading, readConfiguration } from './read-configuration.ts';
import type { Call } from './verb.ts';
import { ownVersion } from './version.ts';

/**
 * The rows of a doctor that has no daemon to ask: why not, and what this user sees of the configuration and
 * of the hook's file. Nothing is run.
 */
export async function offlineChecks(
  down: DaemonDown | DaemonError,
  call: Call,
): Promise<readonly Check[]> {
  const reading = await readConfiguration(call);
  return [
    daemonCheck(down),
    { check: 'version', status: 'ok', detail: `${ownVersion()}, this command` },
    configCheck(reading),
    await notifyCheck(reading, call.console.env),
  ];
}

function daemonCheck({ message, hint, code }: DaemonDown | DaemonError): Check {
  return {
    check: 'daemon',
    status: 'error',
    detail: message,
    ...(hint === undefined ? {} : { hint }),
    data: { code },
  };
}

function configCheck(reading: ConfigurationReading): Check {
  const { file } = reading;
  if (reading.kind === 'absent') {
    return { check: 'config', status: 'off', detail: `there is no ${file} yet` };
  }
  if (reading.kind === 'config') {
    const count = reading.loaded.config.harnesses.length;
    const detail = `${file}, ${count} ${count === 1 ? 'harness' : 'harnesses'}`;
    return { check: 'config', status: 'ok', detail };
  }
  const { problems } = reading;
  return {
    check: 'config',
    status: 'error',
    detail: `${file}: ${problems.length} ${problems.length === 1 ? 'error' : 'errors'}`,
    data: { problems },
  };
}

async function notifyCheck(reading: ConfigurationReading, env: Environment): Promise<Check> {
  if (reading.kind === 'refused') {
    const detail = 'not known while the configuration has errors';
    return { check: 'notify', status: 'warn', detail };
  }
  const program = reading.kind === 'config' ? reading.loaded.config.notify?.command[0] : undefined;
  if (program === undefined) {
    return { check: 'notify', status: 'off', detail: 'off: no [notify] table' };
  }
  const findings = await explainHook(program, env['PATH']);
  const worst = findings.find(({ level }) => level === 'error') ?? findings[0];
  return {
    check: 'notify',
    status: worst?.level ?? 'ok',
    detail: `${program}${worst === undefined ? ', executable' : `: ${worst.message}`}`,
    hint: 'seen as this user; whether the daemon may run it is for the daemon to say',
    data: { program, findings: findings.map(({ code, level }) => ({ code, level })) },
  };
}
