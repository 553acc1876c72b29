import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Answer,
  got,
  harness,
  hits,
  homeProcesses,
  homes,
  listed,
  notifyTable,
  startDaemon,
  state,
  type ThrowawayHome,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';

const newHome = homes(afterEach);
const PATIENT = { timeoutMs: 40_000 };

const TOLD = 'events = ["failed", "recovered", "run_failed"]\ncooldown = "0s"';

interface RunRow {
  readonly run: number;
  readonly outcome?: string;
  readonly trigger: string;
  readonly exit?: { readonly code?: number; readonly signal?: string };
  readonly cause?: string;
}

/** A home whose `claude` is this shell script, and a one-shot `job` of it. */
async function jobHome(script: string, keys = '', notify = TOLD): Promise<ThrowawayHome> {
  const home = await newHome();
  const bin = join(home.dir, 'bin');
  await mkdir(bin);
  await writeScript(bin, 'claude', script);
  await writeConfig(
    home,
    `${notifyTable(home, notify)}\n[harness.job]\nharness = "claude-code"\nprompt = "look"\nworkdir = "${home.workDir}"\n${keys}\n`,
  );
  return { ...home, env: { ...home.env, PATH: `${bin}:${home.env['PATH']}` } };
}

async function runs(home: ThrowawayHome, ...words: readonly string[]): Promise<RunRow[]> {
  const { out } = await harness(home, ['runs', 'job', '--json', ...words]);
  const { runs: rows }: { runs: RunRow[] } = JSON.parse(out);
  return rows;
}

async function outcomes(home: ThrowawayHome): Promise<unknown[]> {
  return (await runs(home)).map(({ run, outcome }) => [run, outcome]).toReversed();
}

function trigger(home: ThrowawayHome, ...words: readonly string[]): Promise<Answer> {
  return harness(home, ['trigger', 'job', ...words]);
}

const GATED =
  'echo begun >>"$PWD/begun"; while [ ! -e "$PWD/go" ]; do sleep 0.05; done; echo done\n';
const begun = (home: ThrowawayHome, count: number): Promise<unknown> =>
  waitFor(
    `${count} begun`,
    async () => {
      const file = join(home.workDir, 'begun');
      return existsSync(file) && (await readFile(file, 'utf8')).split('\n').length > count;
    },
    PATIENT,
  );

it('tells of a run that failed, with its number and last line, and never of the harness', async () => {
  const home = await jobHome('echo "no work for me"\nexit 4\n');
  await using _daemon = await startDaemon(home);
  expect((await trigger(home, '--wait')).code).toBe(4);
  expect((await trigger(home, '--wait')).code).toBe(4);
  const payloads = (
    await waitFor('two deliveries', async () => {
      const all = await hits(home, 'run_failed', 'job');
      return all.length === 2 && all;
    })
  ).map(({ stdin }) => JSON.parse(stdin));
  const [first] = await runs(home, '--limit', '1');
  expect(payloads[1]).toMatchObject({
    state: 'failed',
    cause: 'no work for me',
    exit_code: 4,
    run_id: first?.run,
    hint: `harness logs job --run ${first?.run}`,
  });
  expect(payloads[1].message).toContain('2 in a row');
  expect(await hits(home)).toHaveLength(2);
  expect(await state(home, 'job')).toBe('stopped');
  const { out } = await harness(home, ['logs', 'job', '--run', String(first?.run)]);
  expect(out).toContain('no work for me');
  expect(out.match(/started, pid/g)).toHaveLength(1);
});

it('hands the prompt over as one word, behind the options', async () => {
  const home = await jobHome(
    'for word; do echo "[$word]"; done\n',
    'model = "opus"\nauto_accept = true\nmax_turns = 3\nargs = ["--verbose"]',
  );
  await using _daemon = await startDaemon(home);
  expect((await trigger(home, '--wait')).code).toBe(0);
  const { out } = await harness(home, ['logs', 'job']);
  const words = out.split('\n').filter((line) => /^\[[^h]/.test(line));
  expect(words.join('')).toBe(
    '[--print][--model][opus][--dangerously-skip-permissions][--max-turns][3][--verbose][--][look]',
  );
});

it('reads a prompt file anew at each start, and says when it is not there', async () => {
  const home = await jobHome('shift $(($# - 1)); echo "prompt: $1"\n');
  const file = join(home.workDir, 'prompt.md');
  const config = await readFile(home.configFile, 'utf8');
  await writeFile(home.configFile, config.replace('prompt = "look"', `prompt_file = "${file}"`));
  await using _daemon = await startDaemon(home);
  expect((await trigger(home, '--wait')).out).toContain('does not exist');
  await writeFile(file, 'first\n');
  await trigger(home, '--wait');
  await writeFile(file, 'second\n');
  await trigger(home, '--wait');
  expect((await runs(home)).map(({ cause }) => cause).slice(0, 2)).toEqual([
    'prompt: second',
    'prompt: first',
  ]);
});

it('ends a run at its time limit, with all that it started, and tells of it', async () => {
  const home = await jobHome('echo working\nsleep 300 &\nsleep 300\n', 'timeout = "1s"');
  await using _daemon = await startDaemon(home);
  expect((await trigger(home, '--wait')).code).toBe(124);
  expect(homeProcesses(home.dir, /^sleep/)).toEqual([]);
  const { stdin } = await got(home, 'run_failed', 'job');
  expect(JSON.parse(stdin)).toMatchObject({ state: 'timed_out', cause: 'working' });
  expect(JSON.parse(stdin).message).toContain('timed out after 1s');
});

it('skips a run while another one goes on, and exits with 75', async () => {
  const home = await jobHome(GATED);
  await using _daemon = await startDaemon(home);
  await trigger(home);
  await begun(home, 1);
  expect(await trigger(home, '--wait')).toMatchObject({ code: 75 });
  expect((await harness(home, ['list'])).out).toMatch(/^running +job .*run \d+ in flight/m);
  await writeFile(join(home.workDir, 'go'), '');
  await waitFor('the end', async () => (await state(home, 'job')) === 'stopped');
  expect((await runs(home)).map(({ outcome }) => outcome)).toEqual(['skipped', 'success']);
});

it('lets one run wait under queue, and starts it when the other one has ended', async () => {
  const home = await jobHome(GATED, 'on_overlap = "queue"');
  await using _daemon = await startDaemon(home);
  await trigger(home);
  await begun(home, 1);
  const waiting = trigger(home, '--wait');
  await waitFor('it waits', async () => (await runs(home)).length === 2);
  expect((await trigger(home, '--wait')).code).toBe(75);
  await writeFile(join(home.workDir, 'go'), '');
  expect((await waiting).code).toBe(0);
  expect((await runs(home)).map(({ outcome }) => outcome)).toEqual([
    'skipped',
    'success',
    'success',
  ]);
});

it('replaces the run that goes on under replace', async () => {
  const home = await jobHome(GATED, 'on_overlap = "replace"');
  await using _daemon = await startDaemon(home);
  const first = trigger(home, '--wait');
  await begun(home, 1);
  const second = trigger(home, '--wait');
  expect((await first).code).toBe(143);
  await begun(home, 2);
  await writeFile(join(home.workDir, 'go'), '');
  expect((await second).code).toBe(0);
  expect((await outcomes(home)).map((row) => (row as unknown[])[1])).toEqual([
    'replaced',
    'success',
  ]);
});

it('cancels the run in flight on stop, and keeps the schedule off over a restart of the daemon', async () => {
  const home = await jobHome(GATED, 'schedule = "0 0 1 1 *"');
  {
    await using _daemon = await startDaemon(home);
    const waited = trigger(home, '--wait');
    await begun(home, 1);
    expect((await harness(home, ['stop', 'job'])).code).toBe(0);
    expect(homeProcesses(home.dir, /claude/)).toEqual([]);
    expect((await waited).code).toBe(143);
    expect(await runs(home, '--outcome', 'cancelled')).toHaveLength(1);
  }
  await using _daemon = await startDaemon(home);
  expect((await harness(home, ['describe', 'job'])).out).toContain('the schedule is off');
  await harness(home, ['start', 'job']);
  expect((await harness(home, ['list'])).out).toContain('next run in');
  expect(await hits(home)).toEqual([]);
});

it('calls a run interrupted that was cut off with the daemon, ends what is left of it, and runs again', async () => {
  const home = await jobHome(GATED);
  const daemon = await startDaemon(home);
  await trigger(home);
  await begun(home, 1);
  // A child runs a moment before the daemon has written down who it is.
  await waitFor('the daemon knows it', async () => (await listed(home))[0]?.pid !== undefined);
  await daemon.kill9();
  expect(homeProcesses(home.dir, /bin\/claude/)).toHaveLength(1);
  await using _next = await startDaemon(home);
  await waitFor('it is gone', () => homeProcesses(home.dir, /bin\/claude/).length === 0, PATIENT);
  await writeFile(join(home.workDir, 'go'), '');
  expect((await trigger(home, '--wait')).code).toBe(0);
  const rows = await runs(home);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['success', 'interrupted']);
  expect(await hits(home)).toEqual([]);
});

it('keeps as many runs as it is told, and their logs', async () => {
  const home = await jobHome('echo x\n', 'keep_runs = 2');
  await using _daemon = await startDaemon(home);
  for (let count = 0; count < 4; count += 1) {
    await trigger(home, '--wait');
  }
  const kept = await runs(home);
  expect(kept).toHaveLength(2);
  const folder = join(home.stateDir, 'harness/logs/runs/job');
  const names = kept.map(({ run }) => `${run}.log`).toSorted();
  await waitFor('old logs are gone', async () => (await readdir(folder)).length === 2);
  expect((await readdir(folder)).toSorted()).toEqual(names);
  expect((await harness(home, ['logs', 'job', '--run', '1'])).err).toContain('there is no run 1');
});

it('follows the log of one run to its end', async () => {
  const home = await jobHome(GATED);
  await using _daemon = await startDaemon(home);
  await trigger(home);
  await begun(home, 1);
  const [row] = await runs(home);
  const followed = harness(home, ['logs', 'job', '--run', String(row?.run), '--follow']);
  await writeFile(join(home.workDir, 'go'), '');
  expect((await followed).out).toContain('done');
});

it('has no runs of a resident, and says what starts one', async () => {
  const home = await newHome();
  await writeConfig(home, '[harness.up]\nharness = "generic"\nargs = ["-c", "sleep 600"]\n');
  await using _daemon = await startDaemon(home);
  const { code, err } = await harness(home, ['trigger', 'up']);
  expect(code).toBe(1);
  expect(err).toContain('harness start up');
});

it('becomes a resident and a one-shot again by reload, one process at a time', async () => {
  const home = await jobHome(GATED);
  const config = await readFile(home.configFile, 'utf8');
  await using _daemon = await startDaemon(home);
  await trigger(home);
  await begun(home, 1);
  await writeFile(home.configFile, `${config.replace('prompt = "look"\n', '')}enabled = true\n`);
  expect((await harness(home, ['reload'])).code).toBe(0);
  await begun(home, 2);
  expect(homeProcesses(home.dir, /bin\/claude/)).toHaveLength(1);
  expect(await runs(home, '--outcome', 'cancelled')).toHaveLength(1);
  await writeFile(home.configFile, config);
  expect((await harness(home, ['reload'])).code).toBe(0);
  await writeFile(join(home.workDir, 'go'), '');
  await waitFor(
    'the resident is gone',
    () => homeProcesses(home.dir, /bin\/claude/).length === 0,
    PATIENT,
  );
  expect((await trigger(home, '--wait')).code).toBe(0);
});

it('says in words why a run ended that printed events', async () => {
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: true,
    result: 'API Error: 401 invalid x-api-key',
  };
  const home = await jobHome(
    `echo '{"type":"system","subtype":"init"}'\necho '${JSON.stringify(result)}'\nexit 1\n`,
  );
  await using _daemon = await startDaemon(home);
  expect((await trigger(home, '--wait')).code).toBe(1);
  const [row] = await runs(home);
  expect(row?.cause).toBe('API Error: 401 invalid x-api-key');
});
