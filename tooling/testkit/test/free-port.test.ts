import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '@harness/testkit';
import { describe, expect, it } from 'vitest';

describe('a free port', () => {
  it('can be listened on', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    server.close();
    expect(server.listening).toBe(false);
  });
});
