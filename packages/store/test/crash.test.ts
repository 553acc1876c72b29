import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RecordedNotification } from '../src/index.ts';
import { open, throwawayFolder } from './throwaway-store.ts';

const LIVES = 50;
const CHILD = fileURLToPath(new URL('./crash-child.ts', import.meta.url));

/** Starts a daemon-like child; the cache spares all but the first the compiling. */
function start(folder: string, life: string): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [CHILD, folder, life], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
}

/** Kills the child once it has said so many lines; answers all of them. */
async function liveAndDie(folder: string, life: number, lines: number): Promise<string[]> {
  const child = start(folder, `life${life}`);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
    if (said.split('\n').length > lines) {
      child.kill('SIGKILL');
    }
  });
  await once(child, 'close');
  return said.split('\n').slice(0, -1);
}

it('keeps every answered write, in order and without a gap, however often it is killed', async () => {
  const folder = throwawayFolder();
  await once(start(folder, ''), 'close');
  const expected = new Map<string, string>();
  for (let life = 1; life <= LIVES; life += 1) {
    const said = await liveAndDie(folder, life, 1 + ((life * 37) % 90));
    expect(said.filter((line) => line.startsWith('trouble'))).toEqual([]);
    for (const line of said) {
      const [what = '', id = ''] = line.split(' ');
      expected.set(id, what);
    }
  }
  const { store, troubles } = open(folder);
  expect(store.opened).toEqual({ kind: 'opened' });
  expect(troubles).toEqual([]);
  const rows = store
    .history({ limit: 99_999 })
    .filter((entry): entry is RecordedNotification => entry.kind === 'notification')
    .toReversed();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  // The last word of each life may have been written and not been said.
  const known = rows.map(({ id }) => id).filter((id) => expected.has(id));
  expect(known).toEqual([...expected.keys()]);
  expect(rows.length - known.length).toBeLessThanOrEqual(LIVES);
  for (const row of rows) {
    expect(row.payload).toMatchObject({ seq: row.seq });
    expect(standing(row)).toBeOneOf(atLeast(expected.get(row.id)));
  }
}, 300_000);

const STANDINGS = ['enqueued', 'started', 'finished'];

function standing({ result, startedAtMs }: RecordedNotification): string {
  if (result !== undefined) {
    return 'finished';
  }
  return startedAtMs === undefined ? 'enqueued' : 'started';
}

function atLeast(said: string | undefined): string[] {
  return said === undefined ? STANDINGS : STANDINGS.slice(STANDINGS.indexOf(said));
}
