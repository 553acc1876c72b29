import { DaemonDown, daemonClient, type Status } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE, FAILED } from '../exit-code.ts';
import { timeSince } from '../render/duration.ts';
import { renderFailure } from '../render/failure.ts';
import { failureOf } from '../tell-error.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness daemon status`: exit 0 when it answers, 1 when it does not. */
export async function daemonStatus(call: Call): Promise<number> {
  try {
    const status = await daemonClient(addressOf(call)).status();
    tell(call, status);
    return DONE;
  } catch (error) {
    if (!(error instanceof DaemonDown)) {
      throw error;
    }
    const failure = failureOf(error);
    call.console.err(renderFailure(failure));
    if (flagOption(call, 'json')) {
      call.console.out(JSON.stringify({ running: false, error: failure }));
    }
    return FAILED;
  }
}

function tell(call: Call, status: Status): void {
  if (flagOption(call, 'json')) {
    call.console.out(JSON.stringify({ running: true, ...status }));
    return;
  }
  const up = `up ${timeSince(status.startedAt, Date.now())}`;
  call.console.out(
    `daemon ${status.state}: pid ${status.pid}, release ${status.version}, ${up}, on ${status.socket}`,
  );
  if (status.configProblems.length > 0) {
    call.console.err(
      'the configuration on disk has errors and is not in force: `harness config check`',
    );
  }
}
