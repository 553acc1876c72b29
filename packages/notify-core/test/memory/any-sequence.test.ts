import fc from 'fast-check';
import { describe, it } from 'vitest';
import { EVENTS } from '../../src/index.ts';
import { Ledger } from './ledger.ts';

type Step = (ledger: Ledger) => void;

const raising = fc
  .tuple(fc.constantFrom(...EVENTS, 'recovered', 'failed', 'stalled' as const), fc.boolean())
  .map(
    ([event, unfinished]): Step =>
      (ledger) =>
        ledger.raise(event, unfinished),
  );
const settling = fc
  .tuple(fc.nat(9), fc.constantFrom('ok', 'ok', 'ok', 'error', 'timeout', 'dropped'))
  .map(
    ([pick, result]): Step =>
      (ledger) =>
        ledger.settle(pick, result),
  );
const passing = fc.nat(1500).map(
  (ms): Step =>
    (ledger) =>
      ledger.pass(ms),
);
const ending = fc.constantFrom(...EVENTS).map(
  (event): Step =>
    (ledger) =>
      ledger.endEpisodes(event),
);
const telling = fc.boolean().map(
  (stillTrue): Step =>
    (ledger) =>
      ledger.tellDue(stillTrue),
);
const stopping = fc.constant<Step>((ledger) => ledger.stop());
const rebooting = fc.integer({ min: -5000, max: 5000 }).map(
  (shiftMs): Step =>
    (ledger) =>
      ledger.reboot(shiftMs),
);
const reloading = fc.constantFrom(0, 500, 1000, 3000).map(
  (cooldownMs): Step =>
    (ledger) =>
      ledger.reload(cooldownMs),
);

const steps = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: raising },
    { weight: 7, arbitrary: settling },
    { weight: 4, arbitrary: passing },
    { weight: 3, arbitrary: telling },
    { weight: 1, arbitrary: ending },
    { weight: 1, arbitrary: stopping },
    { weight: 1, arbitrary: rebooting },
    { weight: 1, arbitrary: reloading },
  ),
  { maxLength: 120, size: 'max' },
);

describe('any sequence of notifications, outcomes, reloads, reboots and clock steps', () => {
  it('tells once a window, closes once what was told, and loses no count', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const ledger = new Ledger();
        for (const step of taken) {
          step(ledger);
          ledger.check();
        }
      }),
      { numRuns: 300 },
    );
  });
});
