import { got, hits, homes } from '@harness/testkit';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';

const newHome = homes(afterEach);

describe('a recording hook', () => {
  it('has recorded nothing at first', async () => {
    const { hook } = await newHome();
    expect(await hook.read()).toEqual([]);
  });

  it('writes down how it was called, whole, also when several run at once', async () => {
    const home = await newHome();
    const names = Array.from({ length: 8 }, (_, i) => `agent-${i}`);
    await Promise.all(
      names.map((name) =>
        execa(home.hook.path, ['--topic', 'a b'], {
          env: { HARNESS_NOTIFY_EVENT: 'failed', HARNESS_NOTIFY_HARNESS: name },
          input: `{"text":"${'é'.repeat(20_000)}"}\n`,
        }),
      ),
    );
    const all = await hits(home, 'failed');
    expect(all.map((hit) => hit.harness).toSorted()).toEqual(names);
    const hit = await got(home, 'failed', 'agent-3');
    expect(hit).toMatchObject({
      event: 'failed',
      argv: ['--topic', 'a b'],
      pid: expect.any(Number),
    });
    expect(hit.env['HARNESS_NOTIFY_HARNESS']).toBe('agent-3');
    expect(JSON.parse(hit.stdin).text).toHaveLength(20_000);
    expect(Math.abs(Date.now() - hit.atMs)).toBeLessThan(60_000);
    expect(await hits(home, 'parked')).toEqual([]);
  });
});
