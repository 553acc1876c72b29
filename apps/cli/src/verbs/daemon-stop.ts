import { daemonClient, isAlive, processStartTime } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE, FAILED } from '../exit-code.ts';
import { renderFailure } from '../render/failure.ts';
import { type Call, flagOption } from '../verb.ts';

// The daemon promises to end within 15 s.
const PATIENCE_MS = 20_000;
const POLL_MS = 50;

/** `harness daemon stop`: asks the daemon to end and waits until its process has. */
export async function daemonStop(call: Call): Promise<number> {
  const client = daemonClient(addressOf(call));
  const { pid } = await client.status();
  const startTime = processStartTime(pid);
  await client.shutdown();
  if (startTime !== undefined && !(await ended({ pid, startTime }))) {
    const message = `the daemon (pid ${pid}) has not ended within ${PATIENCE_MS / 1000}s`;
    call.console.err(renderFailure({ code: 'not_ended', message }));
    return FAILED;
  }
  call.console.out(flagOption(call, 'json') ? JSON.stringify({ stopped: pid }) : 'daemon stopped');
  return DONE;
}

async function ended(daemon: { pid: number; startTime: string }): Promise<boolean> {
  const began = performance.now();
  while (isAlive(daemon)) {
    if (performance.now() - began > PATIENCE_MS) {
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}
