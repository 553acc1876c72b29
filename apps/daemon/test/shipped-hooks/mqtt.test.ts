import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { expected, listening, startServer } from './real-server.ts';
import {
  AWKWARD,
  DONE,
  RECOVERED,
  runShipped,
  throwawayFile,
  throwawayFolder,
} from './run-shipped.ts';

const PASSWORD = 'open sesame';

/** A real broker that wants a password, and a reader who was there once before. */
async function broker() {
  const port = await freePort();
  const folder = throwawayFolder();
  const passwords = join(folder, 'passwords');
  execFileSync('mosquitto_passwd', ['-b', '-c', passwords, 'me', PASSWORD]);
  const config = join(folder, 'mosquitto.conf');
  const lines = [
    ...[`listener ${port} 127.0.0.1`, 'allow_anonymous false', `password_file ${passwords}`],
    'user root',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  startServer('mosquitto', ['-c', config]);
  await listening(port);
  const options = (password: string): string =>
    dirname(throwawayFile(`-h 127.0.0.1\n-p ${port}\n-u me\n-P ${password}\n`, 'mosquitto_pub'));
  const reader = (...words: readonly string[]): string =>
    execFileSync(
      'mosquitto_sub',
      [
        ...['-h', '127.0.0.1', '-p', `${port}`, '-u', 'me', '-P', PASSWORD],
        ...['-c', '-i', 'reader', '-q', '1', '-t', 'harness/events', ...words],
      ],
      { encoding: 'utf8' },
    );
  reader('-E');
  return {
    options,
    read: (count: number): readonly { qos: string; retained: string; payload: string }[] =>
      reader('-C', `${count}`, '-W', '20', '-F', '%q %r %p')
        .split(/^(?=[012] [01] )/m)
        .map((line) => {
          const [qos = '', retained = ''] = line.split(' ', 2);
          return { qos, retained, payload: line.slice(4) };
        }),
  };
}

describe.runIf(expected('mosquitto', 'mosquitto_pub'))(
  'MQTT (Debian: mosquitto, mosquitto-clients)',
  () => {
    it('publishes the JSON at least once, kept for a reader who is away', async () => {
      const { options, read } = await broker();
      const words = [options(PASSWORD), 'harness/events'];
      expect(await runShipped('mqtt', words, {})).toMatchObject(DONE);
      expect(await runShipped('mqtt', words, RECOVERED)).toMatchObject(DONE);
      const [failed, recovered] = read(2);
      expect(failed).toMatchObject({ qos: '1', retained: '0' });
      expect(JSON.parse(failed?.payload ?? '')).toMatchObject({
        message: AWKWARD,
        id: '0198-1',
        episode: 'episode-1',
      });
      expect(JSON.parse(recovered?.payload ?? '')).toMatchObject({ resolves: ['episode-1'] });
    });

    it('gives a delivery that comes again the same id', async () => {
      const { options, read } = await broker();
      const words = [options(PASSWORD), 'harness/events'];
      await runShipped('mqtt', words, {});
      await runShipped('mqtt', words, { replayed: true });
      expect(read(2).map(({ payload }) => JSON.parse(payload).id)).toEqual(['0198-1', '0198-1']);
    });

    it('says that the broker refuses it', async () => {
      const { options } = await broker();
      const { detail, tail } = await runShipped('mqtt', [options('wrong'), 'harness/events'], {});
      expect(detail).toMatchObject({ kind: 'exited' });
      expect(detail).not.toMatchObject({ code: 0 });
      expect(tail).toMatch(/not authori[sz]ed/i);
    });

    it('says that its options are not there, rather than ask the broker of this machine', async () => {
      const folder = throwawayFolder();
      const { detail, tail } = await runShipped('mqtt', [folder, 'harness/events'], {});
      expect(detail).toMatchObject({ kind: 'exited', code: 1 });
      expect(tail).toContain(`cannot read ${folder}/mosquitto_pub`);
    });
  },
);
