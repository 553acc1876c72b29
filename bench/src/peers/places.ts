import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env as ownEnvironment } from 'node:process';

const { BENCH_PEERS: GIVEN = '' } = ownEnvironment;

/** Whether the peers are somewhere that `BENCH_PEERS` says; nothing is set up there. */
export const PEERS_ARE_GIVEN: boolean = GIVEN !== '';

/** The folder of the peers. */
export const PEERS: string = PEERS_ARE_GIVEN
  ? GIVEN
  : join(import.meta.dirname, '../../.home/peers');

/** What Debian's packages are unpacked into, as if it were the root of a system. */
export const ROOT: string = join(PEERS, 'root');

/** Where npm has put pm2. */
export const NPM: string = join(PEERS, 'npm');

/** pm2's command. */
export const PM2: string = join(NPM, 'node_modules/pm2/bin/pm2');

/** A program out of an unpacked package of Debian. */
export function debianProgram(name: string): string {
  return join(ROOT, 'usr/bin', name);
}

/** What a program out of an unpacked package needs to find the other programs, libraries and modules of its package. */
export function debianEnvironment(): Readonly<Record<string, string>> {
  const libraries = join(ROOT, 'usr/lib');
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  const [triplet = ''] = folders.filter((name) => name.endsWith('-linux-gnu'));
  return {
    PATH: `${join(ROOT, 'usr/bin')}:/usr/local/bin:/usr/bin:/bin`,
    LD_LIBRARY_PATH: join(libraries, triplet),
    PYTHONPATH: join(libraries, 'python3/dist-packages'),
  };
}

/** The system's own Python, which Debian's supervisord is packaged for. */
export const PYTHON = '/usr/bin/python3';
