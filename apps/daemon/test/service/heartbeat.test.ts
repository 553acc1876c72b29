import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harness, homes, startDaemon, waitFor, writeConfig } from '@harness/testkit';
import { pino } from 'pino';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { programRunner } from '../../src/process/program-runner.ts';
import { createHeartbeat, type Heartbeat } from '../../src/service/heartbeat.ts';

const newHome = homes(afterEach);

interface Lab {
  readonly heartbeat: Heartbeat;
  readonly folder: string;
  /** What the log says. */
  readonly logged: { readonly msg: string; readonly why?: string }[];
  trouble: string | undefined;
  /** The lines that beats have written. */
  beats(): readonly string[];
}

function lab(): Lab {
  const folder = mkdtempSync(join(tmpdir(), 'heartbeat-'));
  const file = join(folder, 'beats');
  writeFileSync(file, '');
  const logged: Lab['logged'] = [];
  const log = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) });
  const made: Lab = {
    heartbeat: createHeartbeat({
      run: programRunner(),
      log,
      env: { PATH: '/usr/bin:/bin', BEATS: file },
      admit: (text) => text.replaceAll('geheim', '***'),
      trouble: () => made.trouble,
    }),
    folder,
    logged,
    trouble: undefined,
    beats: () => readFileSync(file, 'utf8').split('\n').slice(0, -1),
  };
  onTestFinished(async () => {
    await made.heartbeat.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return made;
}

const sh = (script: string, intervalMs = 50) => ({ argv: ['/bin/sh', '-c', script], intervalMs });
const BEAT = 'echo beat >>"$BEATS"';

it('beats at once and again and again, until it is told otherwise', async () => {
  const { heartbeat, beats } = lab();
  heartbeat.follow(sh(BEAT, 3_600_000));
  await waitFor('the first beat', () => beats().length === 1);
  heartbeat.follow(sh(BEAT, 3_600_000));
  heartbeat.follow(sh('echo other >>"$BEATS"'));
  await waitFor('other beats', () => beats().length >= 4);
  expect(new Set(beats().slice(1))).toEqual(new Set(['other']));
  heartbeat.follow(undefined);
  await heartbeat.stop();
  const after = beats().length;
  heartbeat.follow(sh(BEAT));
  expect(beats()).toHaveLength(after);
});

it('never beats twice at the same time', async () => {
  const { heartbeat, beats } = lab();
  heartbeat.follow(sh('echo in >>"$BEATS"; sleep 0.2; echo out >>"$BEATS"', 10));
  await waitFor('three beats', () => beats().length >= 6);
  await heartbeat.stop();
  expect(beats().slice(0, 6)).toEqual(['in', 'out', 'in', 'out', 'in', 'out']);
});

it('logs the first of missed beats with what was printed, redacted, and that it beats again', async () => {
  const { heartbeat, folder, logged, beats } = lab();
  const door = join(folder, 'open');
  heartbeat.follow(
    sh(`echo beat >>"$BEATS"; [ -e ${door} ] || { echo token geheim; echo refused >&2; exit 7; }`),
  );
  await waitFor('some beats', () => beats().length >= 3);
  writeFileSync(door, '');
  await waitFor('it beats again', () => logged.length >= 2);
  expect(logged.map(({ msg }) => msg)).toEqual(['heartbeat: missed', 'heartbeat: it beats again']);
  expect(logged[0]?.why).toMatch(/exit.* 7: token \*\*\*\nrefused$/);
});

it('falls silent while the daemon cannot keep its promises, and says why once', async () => {
  const it = lab();
  it.trouble = 'the store cannot be written';
  it.heartbeat.follow(sh(BEAT, 20));
  await waitFor('the silence is logged', () => it.logged.length === 1);
  expect(it.beats()).toEqual([]);
  it.trouble = undefined;
  await waitFor('a beat', () => it.beats().length > 0);
  await waitFor('the end of the silence is logged', () => it.logged.length === 2);
  expect(it.logged).toMatchObject([{ why: 'the store cannot be written' }, {}]);
});

it('ends a beat that is at it, with all that it started, and says nothing', async () => {
  const { heartbeat, beats, logged } = lab();
  heartbeat.follow(sh('(sleep 60; echo late >>"$BEATS") & echo $! >>"$BEATS"; wait'));
  await waitFor('the beat is at it', () => beats().length === 1);
  await heartbeat.stop();
  // Nobody may have waited for it yet.
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(beats()[0])]);
  expect(stdout.toString()).toMatch(/^(Z.*\n)?$/);
  expect(logged).toEqual([]);
});

it('is what the configuration says, also after a reload', async () => {
  const home = await newHome();
  const file = join(home.dir, 'beats');
  const table = (word: string): string =>
    `[daemon]\nheartbeat_interval = "1h"\nheartbeat_cmd = ["/bin/sh", "-c", "echo ${word} socket=$NOTIFY_SOCKET >>${file}"]\n`;
  const read = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await writeConfig(home, table('first'));
  const daemon = await startDaemon(home);
  await waitFor('the first beat', () => read() === 'first socket=\n');
  await writeConfig(home, table('second'));
  expect((await harness(home, ['reload'])).code).toBe(0);
  await waitFor('the next beat', () => read() === 'first socket=\nsecond socket=\n');
  await daemon.down();
});
