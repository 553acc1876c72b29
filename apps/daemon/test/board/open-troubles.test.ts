import { expect, it } from 'vitest';
import { openTroubles, type TroubledParts } from '../../src/board/open-troubles.ts';

const CLOCK = { nowMs: () => 90_000, wallMs: () => 1_000_000 };

/** The parts of a daemon with one resident, `guarded` as said, as far as troubles are looked for in them. */
function partsWith(guarded: object): TroubledParts {
  const unit = {
    name: 'a',
    sinceMs: 400_000,
    lastEndMs: undefined,
    spec: {},
    lifecycle: { state: 'running', intent: { wanted: true, by: 'operator', why: '', atMs: 0 } },
  };
  const parts = {
    clock: CLOCK,
    guards: { of: () => ({ cutOff: () => undefined, ...guarded }) },
    notifier: { openAlerts: () => [] },
    oneShots: { units: new Map() },
    supervisor: { units: new Map([['a', unit]]) },
  };
  return parts as unknown as TroubledParts;
}

const watching = (stall: object): object => ({
  watch: { guards: { stall, health: { told: false } }, duties: {} },
});

it('dates a stall from when it became quiet, on the wall clock', () => {
  const parts = partsWith(watching({ episode: 'left_running', quietSinceMs: 60_000 }));
  expect(openTroubles(parts)).toMatchObject([
    { event: 'stalled', sinceMs: 970_000, did: 'left it running' },
  ]);
});

it('lists no stall that a restart has answered', () => {
  expect(openTroubles(partsWith(watching({ episode: 'restarted', quietSinceMs: 1 })))).toEqual([]);
});

it('lists a restart of a guard that the end of a daemon cut off, with the reason', () => {
  expect(
    openTroubles(partsWith({ cutOff: () => ({ why: 'its session was full' }) })),
  ).toMatchObject([
    {
      event: 'intent_lost',
      cause: 'its session was full',
      did: 'left it stopped',
      stateSinceMs: 400_000,
      commands: ['harness start a', 'harness logs a'],
    },
  ]);
});
