import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type Guards, NEW_GUARDS, observe, remember, type Verdict } from '../src/index.ts';
import { times, writer } from './turns.ts';
import { contextOf, instant, TICK, UP } from './world.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const AGENTS = times(40, (index) => [
  writer(`session ${index % 4}`, index < 4 ? undefined : `${index}`),
]);

/** A quarter of a second of a fleet that works for weeks: an answer, a call that is never the last one again, a look. */
function workedOn(guards: Guards, moment: number, verdicts: Verdict[]): Guards {
  const agent = AGENTS[moment % AGENTS.length] ?? AGENTS[0];
  const id = `${moment}`;
  const observations = agent && [
    agent.answer(),
    agent.call('Bash', { command: `make ${moment % 5}-${Math.floor(moment / 40) % 7}` }, id),
    agent.result(id, 'the same'),
    TICK,
  ];
  return (observations ?? []).reduce((before, observation) => {
    const step = observe(before, observation, contextOf(), instant(moment * 250));
    verdicts.push(...step.verdicts);
    return step.state;
  }, guards);
}

it('a million turns of agents that work raise no alert and do not grow what is known', () => {
  const verdicts: Verdict[] = [];
  let guards = observe(NEW_GUARDS, UP, contextOf(), instant(0)).state;
  let afterTenth = 0;
  for (let moment = 1; moment <= 334_000; moment += 1) {
    guards = workedOn(guards, moment, verdicts);
    if (moment === 33_400) {
      afterTenth = JSON.stringify(guards).length;
    }
  }
  expect(verdicts).toEqual([]);
  expect(JSON.stringify(guards).length).toBeLessThan(afterTenth * 1.05);
  expect(JSON.stringify(guards).length).toBeLessThan(40_000);
  expect(JSON.stringify(remember(guards)).length).toBeLessThan(200);
});

it('what they keep of the heap stays flat', () => {
  const verdicts: Verdict[] = [];
  let guards = observe(NEW_GUARDS, UP, contextOf(), instant(0)).state;
  const heaps = Array.from({ length: 6 }, (_, round) => {
    for (let moment = 1; moment <= 20_000; moment += 1) {
      guards = workedOn(guards, round * 20_000 + moment, verdicts);
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  });
  expect(verdicts).toEqual([]);
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(2e6);
});
