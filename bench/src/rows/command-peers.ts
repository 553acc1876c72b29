import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { COMMAND, requireBuild } from '../command.ts';
import { homeEnvironment, removeFolder, throwawayFolder } from '../contender.ts';
import { areNoted, layOut } from '../faults/place.ts';
import { harness } from '../faults/supervisors/harness.ts';
import { pm2 } from '../faults/supervisors/pm2.ts';
import { supervisord } from '../faults/supervisors/supervisord.ts';
import type { Measure, Round } from '../measure.ts';
import { debianEnvironment, debianProgram, PM2, PYTHON } from '../peers/places.ts';
import { setUpPeers } from '../peers/set-up.ts';
import { endProcessesOf } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const NAMES = Array.from({ length: 10 }, (_, index) => `p${index}`);
const SCRIPT = { names: NAMES, lines: 'exec sleep 100000', probed: false, tell: 'death' } as const;

/** A command that lists the programs of a supervisor in a folder. */
interface Listing {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const PEERS = [
  {
    supervisor: supervisord,
    what: 'supervisorctl status',
    most: 0.3,
    listing: (folder: string): Listing => ({
      words: [
        PYTHON,
        debianProgram('supervisorctl'),
        '-s',
        `unix://${join(folder, 'socket')}`,
        'status',
      ],
      env: debianEnvironment(),
    }),
  },
  {
    supervisor: pm2,
    what: 'pm2 ls',
    most: 0.4,
    listing: (folder: string): Listing => ({
      words: [process.execPath, PM2, 'ls'],
      env: { PATH: '/usr/bin:/bin', HOME: folder, PM2_HOME: join(folder, 'pm2') },
    }),
  },
] as const;

/** How long a command takes that lists ten programs, in turns with those of others. */
export async function commandPeers({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const there = setUpPeers(['supervisord', 'pm2']);
  const peers = PEERS.filter(({ supervisor: { peer } }) => peer !== undefined && there.has(peer));
  try {
    for (const { name, start } of [harness, ...peers.map(({ supervisor }) => supervisor)]) {
      const place = layOut(join(folder, name), SCRIPT);
      await start(place);
      await waitUntil(`all are up in ${place.folder}`, () => areNoted(place, 'up', NAMES));
    }
    const own = join(folder, harness.name);
    const ours: Listing = { words: [COMMAND, 'list'], env: homeEnvironment(own) };
    return peers.map(({ supervisor, what, most, listing }) => ({
      what: `harness list, over ${what}`,
      unit: 'ms',
      rounds: inTurns(ours, listing(join(folder, supervisor.name)), quick ? 3 : 15),
      target: { of: 'ratio', most },
    }));
  } finally {
    await endProcessesOf(folder);
    removeFolder(folder);
  }
}

function inTurns(ours: Listing, theirs: Listing, count: number): Round[] {
  return Array.from({ length: count }, () => ({
    ours: wallMs(ours),
    yardstick: wallMs(theirs),
  }));
}

function wallMs({ words: [program = '', ...words], env }: Listing): number {
  const fromMs = performance.now();
  const { stdout, status } = spawnSync(program, words, { env, encoding: 'utf8' });
  const tookMs = performance.now() - fromMs;
  if (status !== 0 || !stdout.includes('p9')) {
    throw new Error(`${program} ${words.join(' ')} lists no program p9: ${stdout}`);
  }
  return tookMs;
}
