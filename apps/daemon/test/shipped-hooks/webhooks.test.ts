import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AWKWARD, receiver, runShipped, throwawayFolder } from './run-shipped.ts';

function addressFile(address: string): string {
  const file = join(throwawayFolder(), 'address');
  writeFileSync(file, `${address}\n`);
  return file;
}

it('posts to an ntfy topic, character by character', async () => {
  const { url, received } = await receiver();
  const end = await runShipped('ntfy', [addressFile(`${url}/my-topic`)], {});
  expect(end).toMatchObject({ detail: { kind: 'exited', code: 0 } });
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
  expect(end).toMatchObject({ detail: { kind: 'exited', code: 0 } });
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

it('is in the manual, every one', () => {
  const root = new URL('../../../../', import.meta.url);
  const page = readFileSync(new URL('docs/hooks.md', root), 'utf8');
  const hooks = readdirSync(new URL('hooks', root));
  expect(hooks.length).toBeGreaterThan(0);
  expect(hooks.filter((hook) => !page.includes(`hooks/${hook}"`))).toEqual([]);
});
