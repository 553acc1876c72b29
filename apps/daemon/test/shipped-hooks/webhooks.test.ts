import { expect, it } from 'vitest';
import { AWKWARD, DONE, RECOVERED, receiver, runShipped, throwawayFile } from './run-shipped.ts';

function addressFile(address: string): string {
  return throwawayFile(`${address}\n`);
}

it('posts to an ntfy topic, character by character', async () => {
  const { url, received } = await receiver();
  const end = await runShipped('ntfy', [addressFile(`${url}/my-topic`)], {});
  expect(end).toMatchObject(DONE);
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/my-topic',
      body: AWKWARD,
      headers: { title: 'claude-rc: failed on kitt', priority: '5', tags: 'rotating_light' },
    },
  ]);
});

it('posts to a webhook that takes what Slack takes', async () => {
  const { url, received } = await receiver();
  const end = await runShipped('slack-webhook', [addressFile(`${url}/services/T0/B0`)], {
    event: 'recovered',
    severity: 'info',
  });
  expect(end).toMatchObject(DONE);
  expect(received).toMatchObject([
    { method: 'POST', path: '/services/T0/B0', headers: { 'content-type': 'application/json' } },
  ]);
  const escaped = AWKWARD.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ text: `:white_check_mark: ${escaped}` });
});

it.each(['ntfy', 'slack-webhook'])(
  '%s fails when the receiver refuses, and names no address',
  async (hook) => {
    const { url } = await receiver(403);
    const { detail, tail } = await runShipped(hook, [addressFile(`${url}/secret-place`)], {});
    expect(detail).toMatchObject({ kind: 'exited', code: 22 });
    expect(tail).toContain('403');
    expect(tail).not.toContain('secret-place');
  },
);

it.each(['ntfy', 'slack-webhook'])('%s makes one line of a message that is none', async (hook) => {
  const { url, received } = await receiver();
  const other = await receiver();
  const message = `first\r\nurl = "${other.url}"\n"`;
  expect(await runShipped(hook, [addressFile(`${url}/here`)], { message })).toMatchObject(DONE);
  expect(received).toMatchObject([{ path: '/here' }]);
  expect(received[0]?.body).toContain('first  url = ');
  expect(other.received).toEqual([]);
});

it('gives ntfy one sequence for an episode, its end and a delivery that comes again', async () => {
  const { url, received } = await receiver();
  const file = addressFile(`${url}/my-topic`);
  for (const told of [
    {},
    RECOVERED,
    { event: 'flapping', episode: undefined },
    { event: 'flapping', episode: undefined, replayed: true },
  ] as const) {
    await runShipped('ntfy', [file], told);
  }
  const sequences = received.map(({ headers }) => headers['x-sequence-id']);
  expect(sequences).toEqual(['episode-1', 'episode-1', '0198-1', '0198-1']);
});

it('tells of what belongs to no harness', async () => {
  const { url, received } = await receiver();
  const told = { event: 'test', harness: undefined, episode: undefined } as const;
  expect(await runShipped('ntfy', [addressFile(url)], told)).toMatchObject(DONE);
  expect(received[0]?.headers).toMatchObject({ title: 'Harness: test on kitt' });
});
