import type { Environment } from '@harness/protocol';
import {
  type Check,
  type DaemonClient,
  DaemonDown,
  DaemonError,
  type NotifyTest,
} from '@harness/protocol';
import { durationWords } from './render/duration.ts';

/**
 * Has the daemon run the hook once and gives the row that says how that went. A refusal is a row too:
 * no hook configured, another test under way, or this call comes from inside a delivery.
 */
export async function notifyTestCheck(client: DaemonClient, env: Environment): Promise<Check> {
  const inside = env['HARNESS_NOTIFY_ID'];
  try {
    const test = await client.notifyTest(
      inside === undefined || inside === '' ? {} : { insideDelivery: inside },
    );
    return checkOf(test);
  } catch (error) {
    if (!(error instanceof DaemonError || error instanceof DaemonDown)) {
      throw error;
    }
    return notRun(error.message, error.code, error.hint);
  }
}

/** The row of a test that did not take place. */
export function notRun(message: string, code: string, hint: string | undefined): Check {
  return {
    check: 'notify-test',
    status: 'error',
    detail: `not run: ${message}`,
    ...(hint === undefined ? {} : { hint }),
    data: { code },
  };
}

function checkOf({ result, detail, durationMs, tail }: NotifyTest): Check {
  const data = { event: 'test', result, duration_ms: durationMs };
  const took = durationMs < 1000 ? `${Math.round(durationMs)}ms` : durationWords(durationMs);
  const row = { check: 'notify-test', detail: `${result}: test ${detail}, in ${took}` };
  return result === 'ok'
    ? { ...row, status: 'ok', data }
    : {
        ...row,
        status: 'error',
        hint: 'the hook runs with the daemon’s environment, not with this shell’s',
        data: tail === undefined ? data : { ...data, tail },
      };
}
