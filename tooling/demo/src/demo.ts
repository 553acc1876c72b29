import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { type Alert, readAlerts } from './alerts.ts';
import { createNarrator } from './narrator.ts';
import { buildStage, HARNESS } from './stage.ts';

const COMMAND = join(import.meta.dirname, '../../../bin/harness');
const GIVE_UP_AFTER_MS = 55_000;
const LOOK_EVERY_MS = 100;

const stage = buildStage();
const narrator = createNarrator(process.stdout);
const children: ReturnType<typeof run>[] = [];
let toldSoFar = 0;
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort());
}

try {
  await play();
} catch (error) {
  if (!interrupted.signal.aborted) {
    narrator.say(`It did not work: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
} finally {
  interrupted.abort();
  await cleanUp();
}

async function play(): Promise<void> {
  narrator.say(`A throwaway daemon starts, with one harness, ${HARNESS}, that crashes.`);
  const daemon = start(['daemon']);
  await until('the daemon answers', async () => (await ask(['list'])) !== undefined);
  follow(start(['logs', HARNESS, '--follow']));
  const watching = watchStates();
  await alertOf('failed', `${HARNESS} crashes and is restarted, until its budget is used up`);
  narrator.say('A person reads the alert, logs in again, and runs `harness restart claude-rc`.');
  stage.repair();
  await ask(['restart', HARNESS]);
  await alertOf('recovered', `${HARNESS} must stay up for 10 s before it counts as recovered`);
  narrator.say('That was the main job. Everything is stopped and removed now.');
  interrupted.abort();
  await watching;
  daemon.kill('SIGTERM');
}

function run(args: readonly string[]) {
  return execa(COMMAND, args, {
    env: stage.env,
    reject: false,
    stdin: 'ignore',
    buffer: false,
    detached: true,
  });
}

function start(args: readonly string[]): ReturnType<typeof run> {
  const child = run(args);
  children.push(child);
  return child;
}

async function ask(args: readonly string[]): Promise<string | undefined> {
  const { exitCode, stdout } = await execa(COMMAND, args, { env: stage.env, reject: false });
  return exitCode === 0 ? stdout : undefined;
}

/** Prints what the harness prints, the daemon's own lines about it included. */
function follow({ stdout }: ReturnType<typeof run>): void {
  if (stdout) {
    createInterface({ input: stdout }).on('line', (line) => narrator.say(`${HARNESS} │ ${line}`));
  }
}

/** Prints each state that the harness comes to. */
async function watchStates(): Promise<void> {
  let seen = '';
  while (!interrupted.signal.aborted) {
    const list = await ask(['list', '--json']);
    const { state, restarts } = JSON.parse(list ?? '{}').harnesses?.[0] ?? {};
    const now = `${state}, ${restarts} failures in a row`;
    if (state !== undefined && now !== seen) {
      seen = now;
      narrator.say(`harness list: ${HARNESS} is ${now}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Waits for an alert, and prints every one that comes before it and itself. */
async function alertOf(event: string, what: string): Promise<void> {
  await until(what, () => {
    for (const alert of readAlerts(stage.alerts).slice(toldSoFar)) {
      toldSoFar += 1;
      print(alert);
      if (alert.event === event) {
        return true;
      }
    }
    return false;
  });
}

function print({ event, environment, payload }: Alert): void {
  narrator.show(`The hook received ${event}, in its environment:`, environment);
  narrator.show('and as JSON on its standard input:', JSON.stringify(payload, null, 2).split('\n'));
}

async function until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + GIVE_UP_AFTER_MS;
  narrator.waiting(what);
  while (!(await done())) {
    if (Date.now() > deadlineMs) {
      throw new Error(`not within ${GIVE_UP_AFTER_MS / 1000} s: ${what}`);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: interrupted.signal });
  }
  narrator.waiting(undefined);
}

async function cleanUp(): Promise<void> {
  narrator.close();
  for (const child of children) {
    child.kill('SIGTERM');
  }
  await Promise.all(children);
  stage.remove();
}
