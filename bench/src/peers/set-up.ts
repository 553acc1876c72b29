import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianProgram, NPM, PEERS, PEERS_ARE_GIVEN, PM2, ROOT } from './places.ts';

/** The supervisors of others that ours is measured beside. */
export type PeerName = 'supervisord' | 'monit' | 'runit' | 's6' | 'pm2';

const PM2_VERSION = '7.0.4';
const PATIENCE_MS = 120_000;

/**
 * Sets up those peers that are not there yet, without being root and without installing anything on the system: what
 * Debian packages is unpacked, pm2 is fetched by npm. A folder given by `BENCH_PEERS` is taken as it is.
 *
 * @returns Those that are there now; each of the others has been named on stderr, with the reason.
 */
export function setUpPeers(wanted: readonly PeerName[]): ReadonlySet<PeerName> {
  return new Set(wanted.filter(isSetUp));
}

function isSetUp(peer: PeerName): boolean {
  const { isThere, fetch } = SET_UP[peer];
  if (isThere()) {
    return true;
  }
  if (PEERS_ARE_GIVEN) {
    return leftOut(peer, `${PEERS} does not have it`);
  }
  process.stderr.write(`setting up ${peer}, once\n`);
  try {
    fetch();
  } catch (error) {
    // Offline, no Debian, no package lists: each of them ends the command, which says so.
    return leftOut(peer, reasonIn(error));
  }
  return isThere() || leftOut(peer, 'its packages do not have it');
}

function leftOut(peer: PeerName, reason: string): false {
  process.stderr.write(`left out ${peer}: ${reason}\n`);
  return false;
}

/** The first complaint of a command: apt warns before it, npm goes on behind it. */
function reasonIn(error: unknown): string {
  const { stderr, message } = error as { stderr?: string | null; message: string };
  return stderr?.split('\n').find((line) => /^(E:|npm error)/.test(line)) ?? message;
}

interface SetUp {
  readonly isThere: () => boolean;
  readonly fetch: () => void;
}

const SET_UP: Readonly<Record<PeerName, SetUp>> = {
  supervisord: debian('supervisord', ['supervisor']),
  monit: debian('monit', ['monit']),
  runit: debian('runsvdir', ['runit']),
  s6: debian('s6-supervise', ['s6', 'execline']),
  pm2: { isThere: () => pm2Version() === PM2_VERSION, fetch: fetchPm2 },
};

function debian(program: string, packages: readonly string[]): SetUp {
  const isThere = () => existsSync(debianProgram(program));
  return { isThere, fetch: () => unpackDebian(packages) };
}

function unpackDebian(packages: readonly string[]): void {
  const archives = join(PEERS, 'deb', packages.join('-'));
  mkdirSync(archives, { recursive: true });
  mkdirSync(ROOT, { recursive: true });
  run('apt-get', ['download', '-q', ...librariesOf(packages), ...packages], archives);
  // The libraries come first, so that a program that is there can be started.
  const [libraries, programs] = [true, false].map((first) =>
    readdirSync(archives).filter((file) => file.startsWith('lib') === first),
  );
  for (const file of [...(libraries ?? []), ...(programs ?? [])]) {
    run('dpkg', ['-x', file, ROOT], archives);
  }
}

/** The libraries that Debian ships with these packages; their names hold a version that changes from release to release. */
function librariesOf(packages: readonly string[]): readonly string[] {
  const shown = run('apt-cache', ['depends', '--important', ...packages], PEERS);
  const found = shown.matchAll(/Depends: (lib(?:s6|skarnet|execline)\S+)/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}

function fetchPm2(): void {
  mkdirSync(NPM, { recursive: true });
  writeFileSync(join(NPM, 'package.json'), '{"private":true}\n');
  const quiet = ['--no-fund', '--no-audit', '--ignore-scripts', '--save-exact'];
  run('npm', ['install', ...quiet, `pm2@${PM2_VERSION}`], NPM);
}

function pm2Version(): string | undefined {
  const manifest = join(NPM, 'node_modules/pm2/package.json');
  return existsSync(PM2) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

function run(program: string, words: readonly string[], cwd: string): string {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return execFileSync(program, words, { cwd, stdio, timeout: PATIENCE_MS, encoding: 'utf8' });
}
