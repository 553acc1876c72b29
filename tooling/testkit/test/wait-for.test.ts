import { waitFor } from '@harness/testkit';
import { describe, expect, it } from 'vitest';

describe('waiting', () => {
  it.each([0, '', Number.NaN, {}])(
    'ends with the first thing there is to see: %j',
    async (thing) => {
      let looks = 0;
      const look = () => (++looks < 3 ? undefined : thing);
      expect(await waitFor('a thing', look, { everyMs: 1 })).toBe(thing);
      expect(looks).toBe(3);
    },
  );

  it.each([undefined, null, false])('goes on for %s, and says what was missed', async (nothing) => {
    const wait = waitFor('the moon', () => nothing, { timeoutMs: 20, everyMs: 1 });
    await expect(wait).rejects.toThrow('not within 20 ms: the moon');
  });

  it('ends with an error of the look', async () => {
    const look = () => Promise.reject(new Error('broken'));
    await expect(waitFor('anything', look)).rejects.toThrow('broken');
  });
});
