import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  got,
  harness,
  hits,
  homes,
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { payloadOf, QUICK, shell } from './quick.ts';

const newHome = homes(afterEach);

/** Starts a daemon whose one harness runs a script until it has failed; gives the payload of `failed`. */
async function failedWith(
  home: ThrowawayHome,
  script: string,
): Promise<Readonly<Record<string, unknown>>> {
  await writeConfig(home, notifyTable(home, 'cooldown = "15m"') + shell('h', script));
  await startDaemon(home, { policy: QUICK });
  return payloadOf(await got(home, 'failed', 'h'));
}

describe('the cause of a failure', () => {
  it.each([10, 70_000, 2_000_000])(
    'is the true last line of a program that prints %i bytes and exits at once, every time',
    async (bytes) => {
      const home = await newHome();
      const script = `head -c ${bytes} /dev/zero | tr '\\0' 'x' | fold -w 99; echo; echo "LAST: token expired"; exit 1`;
      await writeConfig(
        home,
        notifyTable(home, 'cooldown = "0s"') +
          Array.from({ length: 3 }, (_, n) => shell(`h${n}`, script)).join(''),
      );
      await startDaemon(home, { policy: QUICK });
      await Promise.all([0, 1, 2].map((n) => got(home, 'failed', `h${n}`)));
      const causes = (await hits(home)).map((hit) => payloadOf(hit)['cause']);
      expect(new Set(causes)).toEqual(new Set(['LAST: token expired']));
      expect(causes.length).toBeGreaterThanOrEqual(6);
    },
  );

  it('is what a person reads last before a program tidies up its screen', async () => {
    const script = String.raw`printf "\033[?1049h\033[?25l\033]0;agent\007Work\rWorki\rWorking..\r\n\033[31mError: quota exceeded\033[0m\r\n\033[?25h\033[?1049l\r\n\n"; exit 1`;
    expect(await failedWith(await newHome(), script)).toMatchObject({
      cause: 'Error: quota exceeded',
    });
  });

  it('is one line without control characters, whatever was printed', async () => {
    const home = await newHome();
    const script = String.raw`printf "boom\r\nX-Priority: 5\342\200\250next \342\200\256evil \303\251t\303\251 \"q\"\n"; exit 1`;
    await failedWith(home, script);
    const [hit] = await hits(home, 'failed');
    const values = Object.entries(hit?.env ?? {}).filter(([name]) =>
      name.startsWith('HARNESS_NOTIFY_'),
    );
    expect(values.length).toBeGreaterThan(5);
    expect(
      values.filter(([, value]) => /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value)),
    ).toEqual([]);
    expect(hit?.env['HARNESS_NOTIFY_MESSAGE']).toContain('evil été "q"');
    for (const name of ['EVENT', 'HARNESS', 'HOST', 'STATE']) {
      expect(hit?.env[`HARNESS_NOTIFY_${name}`]).toMatch(/^[ -~]+$/);
    }
  });

  it('has whole characters, however their bytes come, and marks for what is none', async () => {
    const script = String.raw`printf "caf\303"; sleep 0.4; printf "\251 \342\230"; sleep 0.4; printf "\225 \377\376 end\n"; exit 1`;
    expect(await failedWith(await newHome(), script)).toMatchObject({
      cause: 'café ☕ \ufffd\ufffd end',
    });
  });
});

describe('a prompt', () => {
  it('is shown while its program waits, and its line goes on when it does', async () => {
    const home = await newHome();
    const go = join(home.workDir, 'go');
    const script = `printf 'Enter password: '; while [ ! -e ${go} ]; do sleep 0.05; done; printf 'sesame-%s' street42; sleep 0.4; echo; exec sleep 600`;
    await writeConfig(home, shell('asks', script));
    await startDaemon(home, { policy: QUICK });
    const shown = async (): Promise<string> => (await harness(home, ['logs', 'asks'])).out;
    await waitFor('the prompt', async () => (await shown()).endsWith('Enter password: \n'));
    await writeFile(go, '');
    await waitFor('the end of its line', async () =>
      (await shown()).includes('Enter password: [REDACTED]\n'),
    );
    const log = await readFile(join(home.stateDir, 'harness/logs/asks.log'), 'utf8');
    expect(log).toMatch(/^\[harness\] \S+ started, pid \d+\nEnter password: \[REDACTED\]\n$/);
  });
});
