import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DaemonClient, DaemonDown, daemonClient, type HarnessView } from '@harness/protocol';

/** A client of a daemon that answers, and of one that is not there. */
export async function use(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'outside-protocol-'));
  const socket = join(folder, 'd.sock');
  const server = createServer((request, response) => {
    response.setHeader('x-harness-protocol', '1');
    response.end(JSON.stringify({ harnesses: [{ name: 'worker', state: 'running' }] }));
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const client: DaemonClient = daemonClient({ env: {}, socket });
  const { harnesses }: { readonly harnesses: readonly HarnessView[] } = await client.harnesses();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const down = await client.status().catch((error: unknown) => error);
  await rm(folder, { recursive: true });
  return {
    harnesses: harnesses.map(({ name, state }) => [name, state]),
    down: down instanceof DaemonDown,
  };
}
