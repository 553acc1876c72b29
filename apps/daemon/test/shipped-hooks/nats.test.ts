import { freePort } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { askNats } from './ask-nats.ts';
import { expected, listening, startServer } from './real-server.ts';
import {
  AWKWARD,
  DONE,
  RECOVERED,
  runShipped,
  throwawayFile,
  throwawayFolder,
} from './run-shipped.ts';

const SUBJECT = 'harness.events';
const PASSWORD = 'p@ss:w"o/rd\\%';

/** A real nats-server with a stream, or without one. */
async function natsServer(stream: boolean) {
  const port = await freePort();
  const config = throwawayFile(`listen: "127.0.0.1:${port}"
authorization { user: "me", password: ${JSON.stringify(PASSWORD)} }
jetstream { store_dir: ${JSON.stringify(throwawayFolder())} }
`);
  startServer('nats-server', ['--config', config]);
  await listening(port);
  const ask = (subject: string, body: object) =>
    askNats(port, subject, body, { user: 'me', pass: PASSWORD });
  if (stream) {
    await ask('STREAM.CREATE.EVENTS', { name: 'EVENTS', subjects: [SUBJECT], storage: 'file' });
  }
  return { ask, address: addressFile(port, PASSWORD), port };
}

function addressFile(port: number, password: string): string {
  return throwawayFile(`nats://me:${encodeURIComponent(password)}@127.0.0.1:${port}\n`);
}

describe.runIf(expected('nats-server'))('NATS JetStream (Debian: nats-server)', () => {
  it('stores each event once for its id, and only then ends well', async () => {
    const { ask, address } = await natsServer(true);
    const words = [address, SUBJECT];
    expect(await runShipped('nats', words, {})).toMatchObject(DONE);
    expect(await runShipped('nats', words, { replayed: true })).toMatchObject(DONE);
    expect(await runShipped('nats', words, RECOVERED)).toMatchObject(DONE);
    expect(await ask('STREAM.INFO.EVENTS', {})).toMatchObject({ state: { messages: 2 } });
    const stored = async (seq: number) => {
      const { message } = await ask('STREAM.MSG.GET.EVENTS', { seq });
      return JSON.parse(Buffer.from(message.data, 'base64').toString());
    };
    expect(await stored(1)).toMatchObject({ message: AWKWARD, id: '0198-1', episode: 'episode-1' });
    expect(await stored(2)).toMatchObject({ event: 'recovered', resolves: ['episode-1'] });
  });

  it('stores a message of the greatest length in any script', async () => {
    const { ask, address } = await natsServer(true);
    const message = '知'.repeat(1000);
    expect(await runShipped('nats', [address, SUBJECT], { message })).toMatchObject(DONE);
    const { message: stored } = await ask('STREAM.MSG.GET.EVENTS', { seq: 1 });
    expect(JSON.parse(Buffer.from(stored.data, 'base64').toString())).toMatchObject({ message });
  });

  it('fails where no stream listens', async () => {
    const { address } = await natsServer(false);
    const { detail, tail } = await runShipped('nats', [address, SUBJECT], {});
    expect(detail).toMatchObject({ kind: 'exited', code: 1 });
    expect(tail).toContain(`nats: no stream listens to ${SUBJECT}`);
  });

  it('fails where the stream refuses it', async () => {
    const { ask, address } = await natsServer(true);
    const config = { name: 'EVENTS', subjects: [SUBJECT], storage: 'file', max_msg_size: 10 };
    await ask('STREAM.UPDATE.EVENTS', config);
    const { detail, tail } = await runShipped('nats', [address, SUBJECT], {});
    expect(detail).toMatchObject({ kind: 'exited', code: 1 });
    expect(tail).toContain('message size exceeds maximum allowed');
  });

  it('fails with a wrong password, and does not print it', async () => {
    const { port } = await natsServer(true);
    const words = [addressFile(port, 'wrong one'), SUBJECT];
    const { detail, tail } = await runShipped('nats', words, {});
    expect(detail).toMatchObject({ kind: 'exited', code: 1 });
    expect(tail).toContain("nats: -ERR 'Authorization Violation'");
    expect(tail).not.toContain('wrong');
  });
});
