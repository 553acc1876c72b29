import { afterEach, expect, it, vi } from 'vitest';
import { askOverview, isLoggedIn } from '../src/ask.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('gives a daemon that says nothing 20 s, and then says so', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal('fetch', (_path: string, { signal }: { readonly signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  const asked = Promise.allSettled([askOverview(), isLoggedIn()]);
  limit.abort(new Error('the time is up'));
  expect(await asked).toMatchObject([
    { status: 'rejected', reason: { message: 'the time is up' } },
    { status: 'rejected', reason: { message: 'the time is up' } },
  ]);
  expect(timeout.mock.calls).toEqual([[20_000], [20_000]]);
});
