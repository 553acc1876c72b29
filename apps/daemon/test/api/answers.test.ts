import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startDaemon, throwawayHome, writeConfig } from '@harness/testkit';
import { expect, it } from 'vitest';

it('says of each answer how long it is, so that one that breaks off can be told', async () => {
  await using home = await throwawayHome();
  await writeConfig(
    home,
    '[harness.a]\nharness = "command"\nargv = ["true"]\nenabled = false\ndescription = "für dich"\n',
  );
  await using _daemon = await startDaemon(home);
  for (const path of ['/v1/harnesses', '/v1/nothing']) {
    const socket = connect(join(home.env['XDG_RUNTIME_DIR'] ?? '', 'harness.sock'));
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    await once(socket, 'close');
    const answer = Buffer.concat(parts);
    const end = answer.indexOf('\r\n\r\n');
    const [, length] = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, end)) ?? [];
    expect(Number(length)).toBe(answer.length - end - 4);
  }
});
