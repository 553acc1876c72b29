import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PM2 } from '../../peers/places.ts';
import { killAll } from '../../processes.ts';
import { waitUntil } from '../../wait-until.ts';
import { type Place, RESTARTS } from '../place.ts';
import { type Supervisor, startIn } from '../supervisor.ts';

const LISTENER = join(import.meta.dirname, 'pm2-listener.mjs');

/** pm2 with a listener on its bus that runs the hook. */
export const pm2: Supervisor = {
  name: 'pm2',
  peer: 'pm2',
  cannot: { hang: 'it asks nothing of a program that runs; wait_ready is for its start alone' },
  start: async (place) => {
    const apps = join(place.folder, 'apps.json');
    writeFileSync(apps, JSON.stringify({ apps: appsOf(place) }));
    await command(place, 'ping');
    const event = place.tell === 'death' ? 'exit' : 'restart overlimit';
    const up = join(place.folder, 'listens');
    startIn(place, environmentOf(place), process.execPath, [LISTENER, PM2, event, place.hook, up]);
    await waitUntil('the listener is on the bus', () => existsSync(up));
    await command(place, 'start', apps);
    return {
      crash: async () => {
        killAll([Number(readFileSync(join(place.folder, 'pm2/pm2.pid'), 'utf8'))]);
        await command(place, 'start', apps);
      },
    };
  },
};

function appsOf({ programs }: Place): readonly object[] {
  return programs.map(({ name, run }) => ({
    name,
    script: run,
    interpreter: 'none',
    max_restarts: RESTARTS + 1,
  }));
}

function environmentOf({ folder }: Place): Readonly<Record<string, string>> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, PM2_HOME: join(folder, 'pm2') };
}

async function command(place: Place, ...words: readonly string[]): Promise<void> {
  const env = environmentOf(place);
  const child = spawn(process.execPath, [PM2, ...words], { env, stdio: 'ignore' });
  await once(child, 'exit');
}
