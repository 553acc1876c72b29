import { harness, homes, startDaemon } from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const newHome = homes(afterEach);

describe('a daemon that does not start', () => {
  it('is an error that quotes its log, at once', async () => {
    const home = await newHome();
    await expect(startDaemon(home, { args: ['--no-such-flag'], readyMs: 600_000 })).rejects.toThrow(
      /^no daemon: .+/s,
    );
  });
});

describe('a verb', () => {
  it('answers with its status and both outputs, also when it fails', async () => {
    const home = await newHome();
    const answer = await harness(home, ['no-such-verb'], { timeoutMs: 50_000 });
    expect(answer.code).not.toBe(0);
    expect(answer.err).not.toBe('');
  });
});
