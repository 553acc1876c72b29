import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { freePort, homeProcesses, waitFor } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { expected, silentServer } from './real-server.ts';
import { AWKWARD, SHIPPED, startShipped, throwawayFile, throwawayFolder } from './run-shipped.ts';

const ROOT = new URL('../../../../', import.meta.url);

const SECRET = 'open-sesame-4711';

/** A shipped hook that is to speak to a port of loopback. */
interface Case {
  readonly hook: string;
  /** What it needs beside `curl`. */
  readonly needs?: string;
  readonly words: (port: number) => readonly string[];
  readonly env?: (port: number) => Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  { hook: 'ntfy', words: (port) => [throwawayFile(`http://127.0.0.1:${port}/${SECRET}\n`)] },
  {
    hook: 'slack-webhook',
    words: (port) => [throwawayFile(`http://127.0.0.1:${port}/${SECRET}\n`)],
  },
  { hook: 'alertmanager', words: (port) => [`http://127.0.0.1:${port}`] },
  {
    hook: 'pagerduty',
    words: (port) => [throwawayFile(`${SECRET}\n`), `http://127.0.0.1:${port}`],
  },
  {
    hook: 'nats',
    words: (port) => [throwawayFile(`nats://me:${SECRET}@127.0.0.1:${port}\n`), 'harness'],
  },
  {
    hook: 'mqtt',
    needs: 'mosquitto_pub',
    words: (port) => [
      dirname(throwawayFile(`-h 127.0.0.1\n-p ${port}\n-u me\n-P ${SECRET}\n`, 'mosquitto_pub')),
      'harness',
    ],
  },
  {
    hook: 'mail',
    needs: 'msmtp',
    words: (port) => [
      throwawayFile(`account default
host 127.0.0.1
port ${port}
from harness@example.org
auth plain
user me
password ${SECRET}
`),
      'ada@example.org',
    ],
  },
  {
    hook: 'desktop',
    needs: 'notify-send',
    words: () => [],
    env: (port) => ({ DBUS_SESSION_BUS_ADDRESS: `tcp:host=127.0.0.1,port=${port}` }),
  },
];

const RUNNABLE = CASES.filter(({ needs = 'curl' }) => expected(needs));

/** Starts a hook in an environment by which its processes are known again. */
function start({ hook, words, env }: Case, port: number, timeoutMs = 15_000) {
  const home = throwawayFolder();
  const running = startShipped(
    hook,
    words(port),
    {},
    {
      env: { HOME: `${home}/`, XDG_RUNTIME_DIR: `${home}/run`, ...env?.(port) },
      timeoutMs,
    },
  );
  return { running, processes: () => homeProcesses(home) };
}

it('is tried here, every one', () => {
  expect(CASES.map(({ hook }) => hook).toSorted()).toEqual(SHIPPED.toSorted());
});

it('is in the manual, every one', () => {
  const page = readFileSync(new URL('docs/hooks.md', ROOT), 'utf8');
  expect(SHIPPED.length).toBeGreaterThan(0);
  expect(SHIPPED.filter((hook) => !page.includes(`hooks/${hook}"`))).toEqual([]);
});

it.runIf(expected('shellcheck'))('is clean for shellcheck, every one', () => {
  const paths = SHIPPED.map((hook) => new URL(`hooks/${hook}`, ROOT).pathname);
  const { stdout } = spawnSync('shellcheck', paths, { encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe.each(RUNNABLE)('$hook', (one) => {
  it('fails and says why when nothing listens', async () => {
    const { detail, tail } = await start(one, await freePort()).running.outcome;
    expect(detail).toMatchObject({ kind: 'exited' });
    expect(detail).not.toMatchObject({ code: 0 });
    expect(tail).toMatch(/refused|connect/i);
    expect(tail).not.toContain(SECRET);
  });

  it('leaves nothing behind when the daemon ends it', async () => {
    const { port, asked } = await silentServer();
    const { running, processes } = start(one, port, 60_000);
    await waitFor('it asks', asked);
    expect(processes()).not.toEqual([]);
    running.cancel(0);
    await running.settled;
    expect(processes()).toEqual([]);
  });
});

it('ends by itself when the receiver hangs, says why, and shows no secret to other users', async () => {
  const runs = await Promise.all(
    RUNNABLE.map(async (one) => {
      const { port, asked } = await silentServer();
      const { running, processes } = start(one, port);
      await waitFor(`${one.hook} asks`, asked);
      const commands = processes().map(({ command }) => command);
      return { hook: one.hook, commands, end: await running.outcome };
    }),
  );
  for (const { hook, commands, end } of runs) {
    expect(end.detail, hook).toMatchObject({ kind: 'exited' });
    expect(end.detail, hook).not.toMatchObject({ code: 0 });
    expect(end.tail ?? '', hook).toMatch(/tim(?:ed )?.?out|within 10 s/i);
    expect(commands.length, hook).toBeGreaterThan(0);
    expect(commands.join('\n'), hook).not.toContain(SECRET);
    // The one program that takes its text nowhere else.
    expect(hook === 'desktop' || !commands.join('\n').includes(AWKWARD), hook).toBe(true);
  }
});
