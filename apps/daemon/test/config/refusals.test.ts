import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hits, notifyTable, throwawayHome, writeConfig, writeScript } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { observedDaemon, sleeper } from './observed-daemon.ts';

const UNWATCHED = '[daemon]\nwatch_config = false\n';
const at = (line: number, ...parts: string[]): unknown =>
  expect.arrayContaining([
    expect.stringMatching(new RegExp(`harness\\.toml:${line}:\\d+: .*${parts.join('.*')}`)),
  ]);

describe('a configuration with a mistake', () => {
  it('is refused for a key or a table that nobody knows, with the nearest', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + notifyTable(home));
    await using daemon = await observedDaemon(home);
    for (const [line, near] of [
      ['cooldwon = "5m"', 'cooldown'],
      ['event = ["failed"]', 'events'],
      ['Timeout = "5s"', 'timeout'],
      ['retries = 3', ''],
    ] as const) {
      await writeConfig(home, UNWATCHED + notifyTable(home, line));
      expect(await daemon.reload()).toEqual(at(8, line.split(' ')[0] ?? '', near));
    }
    await writeConfig(home, `${UNWATCHED}[notfy]\ncommand = ["/bin/true"]\n`);
    expect(await daemon.reload()).toEqual(at(6, 'notfy', 'notify'));
  });

  it('is refused for durations that are none, and taken for those of Go', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + notifyTable(home));
    await using daemon = await observedDaemon(home);
    const bad = ['15', '-1s', 'abc', '', '99999999999h', '15 seconds', '0s', '1.5.2s'];
    for (const timeout of bad) {
      await writeConfig(home, UNWATCHED + notifyTable(home, `timeout = "${timeout}"`));
      expect(await daemon.reload(), timeout).toEqual(at(8, 'timeout'));
    }
    for (const cooldown of ['0s', '0', '0m', '1h30m', '250ms', '1.5s', '24h']) {
      await writeConfig(home, UNWATCHED + notifyTable(home, `cooldown = "${cooldown}"`));
      expect(await daemon.reload(), cooldown).toHaveProperty('sections');
    }
  });

  it('is refused for a command that would need a shell, a PATH or a home', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + notifyTable(home));
    await using daemon = await observedDaemon(home);
    const shapes = ['"x"', '[]', '["notify.sh"]', '["./n"]', '["~/n.sh"]', '["$HOME/n"]', '[""]'];
    for (const command of [...shapes, '["/bin/sh", 3]', '["/bin/sh", "a\\u0000b"]']) {
      await writeConfig(home, `${UNWATCHED}[notify]\ncommand = ${command}\n`);
      expect(await daemon.reload(), command).toEqual(at(7, 'command'));
    }
    const argv = join(home.dir, 'argv');
    const echo = await writeScript(home.dir, 'echo', `#!/bin/sh\nprintf "%s|" "$@" >${argv}\n`);
    const words = ['a b', '$(id)', ';', '"q"'];
    await writeConfig(home, UNWATCHED + notifyTable(home, '', [echo, ...words]));
    await daemon.reload();
    expect(await daemon.client.notifyTest({})).toMatchObject({ result: 'ok' });
    expect(await readFile(argv, 'utf8')).toBe(words.map((word) => `${word}|`).join(''));
  });

  it('is none for a byte-order mark and CRLF; UTF-16 is named', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + notifyTable(home) + sleeper('ok'));
    await using daemon = await observedDaemon(home);
    const plain = await readFile(home.configFile, 'utf8');
    const windows = `\ufeff${plain.replaceAll('\n', '\r\n')}`;
    await writeFile(home.configFile, windows);
    expect(await daemon.reload()).toMatchObject({ changed: [], sections: [] });
    await writeFile(home.configFile, `${windows}[notfy]\r\n`);
    expect(await daemon.reload()).toEqual(at(plain.split('\n').length, 'notfy'));
    await writeFile(home.configFile, Buffer.from(windows, 'utf16le'));
    expect(await daemon.reload()).toEqual([expect.stringContaining('UTF-16')]);
  });

  it('keeps awkward names apart, and refuses what is none by one rule', async () => {
    await using home = await throwawayHome();
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'a'];
    const good = names.filter((name) => /^[A-Za-z0-9]/.test(name));
    await writeConfig(home, UNWATCHED + notifyTable(home) + good.map((n) => sleeper(n)).join(''));
    await using daemon = await observedDaemon(home);
    for (const name of good) {
      expect(await daemon.client.harness(name)).toMatchObject({ name });
    }
    for (const name of ['__proto__', '"a:failed"', '"quo\\"te"', '"sp ace"', '""']) {
      await writeConfig(home, UNWATCHED + sleeper(name));
      expect(await daemon.reload(), name).toEqual(at(6));
    }
    const text = await (await fetch(`http://127.0.0.1:${home.metricsPort}/metrics`)).text();
    expect(text.match(/^harness_notify_deliveries_total\{/gm)).toHaveLength(55);
    expect(await hits(home)).toEqual([]);
  });
});
