import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env as ownEnvironment } from 'node:process';
import { freePort } from './free-port.ts';
import { endProcesses } from './home-processes.ts';
import { type RecordingHook, recordingHook } from './recording-hook.ts';

/** A home of its own for one test: folders, environment, recording hook, metrics port. */
export interface ThrowawayHome extends AsyncDisposable {
  readonly dir: string;
  /** The harness.toml that {@link writeConfig} writes. */
  readonly configFile: string;
  /** Holds the daemon's state folder. */
  readonly stateDir: string;
  /** Holds the daemon's socket; mode 0700. */
  readonly runDir: string;
  /** For programs and their working folders. */
  readonly workDir: string;
  /** What every process of this home gets: the caller's own environment without what belongs to agents or to another daemon. */
  readonly env: Readonly<Record<string, string>>;
  readonly metricsPort: number;
  readonly hook: RecordingHook;
}

const FOLDERS = {
  config: 'config/harness',
  state: 'state',
  run: 'run',
  home: 'home',
  work: 'work',
};
const FOREIGN = /^(?:HARNESS_|CLAUDE|CODEX|CRUSH|OPENCODE|NOTIFY_SOCKET|VITEST|NODE_V8_COVERAGE)/;

/** Makes a home under the system's temporary folder. Disposing of it kills its processes and removes it. */
export async function throwawayHome(
  extraEnv: Readonly<Record<string, string>> = {},
): Promise<ThrowawayHome> {
  // Short: a socket path holds 107 bytes at most.
  const dir = await mkdtemp(join(tmpdir(), 'harness-'));
  for (const folder of Object.values(FOLDERS)) {
    await mkdir(join(dir, folder), { recursive: true });
  }
  await chmod(join(dir, FOLDERS.run), 0o700);
  return {
    dir,
    configFile: join(dir, FOLDERS.config, 'harness.toml'),
    stateDir: join(dir, FOLDERS.state),
    runDir: join(dir, FOLDERS.run),
    workDir: join(dir, FOLDERS.work),
    env: { ...homeEnvironment(dir), ...extraEnv },
    metricsPort: await freePort(),
    hook: await recordingHook(dir),
    [Symbol.asyncDispose]: () => removeHome(dir),
  };
}

/**
 * Replaces the home's harness.toml in one step: a daemon that watches never sees half of it. The
 * metrics listener on the home's port is added, so `toml` must not hold a `[server]` table.
 */
export async function writeConfig(home: ThrowawayHome, toml: string): Promise<void> {
  const server = `[server]\nmetrics_listen = "127.0.0.1:${home.metricsPort}"\n`;
  await writeFile(`${home.configFile}~`, `${server}\n${toml}`);
  await rename(`${home.configFile}~`, home.configFile);
}

/** A `[notify]` table with the home's recording hook, or with another command; `rest` is more TOML. */
export function notifyTable(
  home: ThrowawayHome,
  rest = '',
  command: readonly string[] = [home.hook.path],
): string {
  return `[notify]\ncommand = ${JSON.stringify(command)}\n${rest}\n`;
}

/**
 * Homes that are disposed of after each test: `const newHome = homes(afterEach)` at the top of a file,
 * `const home = await newHome()` in a test.
 */
export function homes(
  afterEach: (dispose: () => Promise<void>) => void,
): (extraEnv?: Readonly<Record<string, string>>) => Promise<ThrowawayHome> {
  const made: ThrowawayHome[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map((home) => home[Symbol.asyncDispose]()));
  });
  return async (extraEnv) => {
    const home = await throwawayHome(extraEnv);
    made.push(home);
    return home;
  };
}

function homeEnvironment(dir: string): Record<string, string> {
  const home = join(dir, FOLDERS.home);
  return {
    ...keptEnvironment(),
    HOME: home,
    XDG_CONFIG_HOME: join(dir, 'config'),
    XDG_STATE_HOME: join(dir, FOLDERS.state),
    XDG_RUNTIME_DIR: join(dir, FOLDERS.run),
    XDG_DATA_HOME: join(home, '.local/share'),
    NO_COLOR: '1',
  };
}

function keptEnvironment(): Record<string, string> {
  const kept = Object.entries(ownEnvironment).filter(([name]) => !FOREIGN.test(name));
  return Object.fromEntries(
    kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function removeHome(dir: string): Promise<void> {
  await endProcesses(dir);
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
}
