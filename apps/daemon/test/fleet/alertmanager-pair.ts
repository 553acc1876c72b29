import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, waitFor } from '@harness/testkit';
import { installed, startServer } from '../shipped-hooks/real-server.ts';
import { throwawayFolder } from '../shipped-hooks/run-shipped.ts';

/** The program, which Debian names after its package. */
export const ALERTMANAGER: string =
  installed('prometheus-alertmanager', 'alertmanager') ?? 'prometheus-alertmanager';

/** An alert as Alertmanager's API and its webhook show it. */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
}

/** A real Alertmanager. */
export interface Alertmanager {
  readonly url: string;
  /** All that fires in it, also what is inhibited, unless a query such as `inhibited=false` says otherwise. */
  firing(query?: string): Promise<readonly Alert[]>;
  /** Cuts it off: it neither hears nor says anything until it thaws. */
  freeze(): void;
  thaw(): void;
}

/** Starts one that knows no other, unless more arguments say so, and waits until it answers. */
export async function startAlertmanager(
  config: string,
  cluster: readonly string[] = ['--cluster.listen-address='],
): Promise<Alertmanager> {
  const folder = throwawayFolder();
  const port = await freePort();
  const file = join(folder, 'alertmanager.yml');
  writeFileSync(file, config);
  const child = startServer(ALERTMANAGER, [
    ...[`--config.file=${file}`, `--storage.path=${folder}/data`],
    ...[`--web.listen-address=127.0.0.1:${port}`, ...cluster],
  ]);
  const url = `http://127.0.0.1:${port}`;
  await waitFor(`${url} is ready`, () => ask(`${url}/api/v2/status`).catch(() => undefined), {
    timeoutMs: 60_000,
  });
  return {
    url,
    firing: async (query = '') => (await ask(`${url}/api/v2/alerts?${query}`)) as readonly Alert[],
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  };
}

/** Starts two of one configuration, and waits until they know each other. */
export async function startPair(config: string): Promise<readonly [Alertmanager, Alertmanager]> {
  const [one, other] = [await freePort(), await freePort()];
  const pair = await Promise.all([
    startAlertmanager(config, clusterOf(one, other)),
    startAlertmanager(config, clusterOf(other, one)),
  ]);
  for (const { url } of pair) {
    await waitFor(`${url} is of a pair`, () => seesBoth(url), { timeoutMs: 60_000, everyMs: 100 });
  }
  return pair;
}

function clusterOf(ownPort: number, peerPort: number): readonly string[] {
  return [
    ...[`--cluster.listen-address=127.0.0.1:${ownPort}`, `--cluster.peer=127.0.0.1:${peerPort}`],
    ...['--cluster.peer-timeout=1s', '--cluster.settle-timeout=2s'],
    ...['--cluster.pushpull-interval=1s', '--cluster.reconnect-interval=1s'],
  ];
}

async function seesBoth(url: string): Promise<boolean> {
  const { cluster } = (await ask(`${url}/api/v2/status`)) as {
    readonly cluster: { readonly status: string; readonly peers: readonly object[] };
  };
  return cluster.status === 'ready' && cluster.peers.length === 2;
}

async function ask(address: string): Promise<unknown> {
  return await (await fetch(address, { signal: AbortSignal.timeout(10_000) })).json();
}
