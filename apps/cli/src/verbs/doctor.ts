import { type Check, DaemonDown, DaemonError, daemonClient } from '@harness/protocol';
import type { Console } from '../console.ts';
import { addressOf } from '../daemon-address.ts';
import { DONE, FAILED } from '../exit-code.ts';
import { notifyTestCheck, notRun } from '../notify-test-check.ts';
import { ownChecks } from '../own-checks.ts';
import { overallStatus, renderChecks } from '../render/checks.ts';
import { painter } from '../render/paint.ts';
import { type Call, flagOption } from '../verb.ts';

// A doctor called right after a daemon may run before that has left its first trace.
const GRACE_MS = 1_500;

/**
 * `harness doctor`: every check in one report; exit 1 on any error. `--notify-test` comes first, so that
 * the rows speak of the hook as it is after the test. The hook is run by the daemon, never from here.
 */
export async function doctor(call: Call): Promise<number> {
  const checks = await checksOf(call);
  const { console } = call;
  if (flagOption(call, 'json')) {
    console.out(JSON.stringify({ status: overallStatus(checks), checks }));
  } else {
    console.out(await renderChecks(checks, pageOf(console)));
  }
  return overallStatus(checks) === 'error' ? FAILED : DONE;
}

async function checksOf(call: Call): Promise<readonly Check[]> {
  const client = daemonClient({ ...addressOf(call), graceMs: GRACE_MS });
  const tested: Check[] = [];
  try {
    const status = await client.status();
    if (flagOption(call, 'notify-test')) {
      tested.push(await notifyTestCheck(client, call.console.env));
    }
    const theirs = await client.doctor();
    const own = ownChecks(status, Date.now());
    return [...tested, ...own, ...theirs.filter(({ check }) => !own.some(isCalled(check)))];
  } catch (error) {
    if (!(error instanceof DaemonDown || error instanceof DaemonError)) {
      throw error;
    }
    if (flagOption(call, 'notify-test') && tested.length === 0) {
      tested.push(notRun(error.message, error.code, error.hint));
    }
    return [...tested, ...(await checksWithoutDaemon(error, call))];
  }
}

function isCalled(name: string): (row: Check) => boolean {
  return ({ check }) => check === name;
}

/** What can be seen from here; loaded only when needed, since it reads the configuration itself. */
async function checksWithoutDaemon(
  error: DaemonDown | DaemonError,
  call: Call,
): Promise<readonly Check[]> {
  const { offlineChecks } = await import('../offline-checks.ts');
  return offlineChecks(error, call);
}

function pageOf({ columns, color }: Console): Parameters<typeof renderChecks>[1] {
  return { columns, paint: painter(color) };
}
