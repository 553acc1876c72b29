import { expect, it } from 'vitest';
import { DEFAULT_POLICY, initial, step } from '../src/index.ts';

it('the example of the README says what happens', () => {
  const context = {
    settings: { restart: 'always', restartDelayMs: 1_000 },
    policy: DEFAULT_POLICY,
  } as const;
  const order = { by: 'operator', why: 'harness start', atMs: 1_790_000_000_000 } as const;

  let { lifecycle, effects } = step(
    initial({ wanted: false, ...order }),
    { kind: 'start', order },
    context,
    0,
  );
  expect(effects).toEqual([{ kind: 'start', run: 1 }]);

  ({ lifecycle, effects } = step(
    lifecycle,
    { kind: 'spawn_failed', run: 1, reason: 'no such file' },
    context,
    20,
  ));
  expect(lifecycle.state).toBe('restarting');
  expect(effects).toEqual([
    { kind: 'settled', as: 'waiting' },
    { kind: 'wake', atMs: 1_020 },
  ]);
});

it('a kind that does not exist is a broken invariant', () => {
  const input = JSON.parse('{"kind":"explode"}');
  const lifecycle = initial({ wanted: false, by: 'config', why: 'default', atMs: 0 });
  const context = {
    settings: { restart: 'no', restartDelayMs: 0 },
    policy: DEFAULT_POLICY,
  } as const;
  expect(() => step(lifecycle, input, context, 0)).toThrow('explode');
});
