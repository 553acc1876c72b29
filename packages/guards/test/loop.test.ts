import type { Turn } from '@harness/turns';
import { describe, expect, it } from 'vitest';
import {
  NO_CALLS,
  type Observation,
  observeLoop,
  type Settings,
  type Verdict,
} from '../src/index.ts';
import { times, writer } from './turns.ts';
import { contextOf, inSeconds, judge, UP } from './world.ts';

const main = writer('s');
const other = writer('t');
const one = writer('s', 'one');
const two = writer('s', 'two');

function verdicts(
  observations: readonly Observation[],
  settings?: Partial<Settings>,
): readonly Verdict[] {
  const context = contextOf(settings);
  return judge(
    (state, observation) => observeLoop(state, observation, context),
    NO_CALLS,
    inSeconds(observations),
  ).verdicts;
}

function bash(command: string, result = 'ok'): Turn[] {
  return main.step('Bash', { command }, result);
}

function polls(count: number, result: (index: number) => string, tool = 'BashOutput'): Turn[] {
  return times(count, (index) => main.step(tool, { bash_id: 'b1' }, result(index)));
}

const FAILING_CIRCLE = [
  ...main.step('Read', { file: 'a.ts' }),
  ...main.step('Edit', { file: 'a.ts', from: 'x' }, 'no such text'),
  ...main.step('Bash', { command: 'npm test' }, '1 failed'),
];

const STOPPED: readonly { name: string; turns: readonly Turn[]; tool: string; count: number }[] = [
  {
    name: 'the same call twelve times, each with another result',
    turns: times(12, (index) =>
      main.step('mcp__tracker__add_comment', { text: 'hi' }, `#${index}`),
    ),
    tool: 'mcp__tracker__add_comment',
    count: 8,
  },
  {
    name: 'two calls in turn',
    turns: times(12, () => [...bash('make'), ...main.step('Read', { file: 'log' })]),
    tool: 'Bash',
    count: 8,
  },
  {
    name: 'two calls in turn after something else',
    turns: [
      ...main.step('Read', { file: 'README.md' }),
      ...times(8, () => [...bash('make'), ...main.step('Read', { file: 'log' })]),
    ],
    tool: 'Bash',
    count: 8,
  },
  {
    name: 'a reading, a failing edit and a failing test in a circle',
    turns: times(20, () => FAILING_CIRCLE),
    tool: 'Read',
    count: 8,
  },
  {
    name: 'a circle of three that holds the same call twice',
    turns: times(8, () => [...bash('a'), ...bash('a'), ...bash('b')]),
    tool: 'Bash',
    count: 8,
  },
  {
    name: 'a waiting tool whose result stays the same, five times as far',
    turns: times(40, () => main.step('process_log', { id: 7 }, 'no new output')),
    tool: 'process_log',
    count: 40,
  },
  {
    name: 'sleeping and looking at a job that does not move, five times as far',
    turns: times(40, () => [...bash('sleep 30'), ...polls(1, () => 'running')]),
    tool: 'Bash',
    count: 40,
  },
  {
    name: 'a sub-agent between the calls of another',
    turns: times(10, (index) => [
      ...one.step('Grep', { pattern: 'x' }),
      ...two.step('Read', { file: `${index}` }),
    ]),
    tool: 'Grep',
    count: 8,
  },
  {
    name: 'calls that stand in one response',
    turns: [main.answer(), ...times(8, () => [main.call('Read', { file: 'a' })])],
    tool: 'Read',
    count: 8,
  },
];

describe('a loop', () => {
  it.each(STOPPED)('is $name', ({ turns, tool, count }) => {
    expect(verdicts([UP, ...turns])).toEqual([{ kind: 'looping', tool, count }]);
  });
});

const CALM: readonly { name: string; turns: readonly Turn[] }[] = [
  { name: 'the same call seven times', turns: times(7, () => bash('true')) },
  {
    name: 'the same test fourteen times with another edit before each',
    turns: times(14, (index) => [...main.step('Edit', { text: `${index}` }), ...bash('npm test')]),
  },
  {
    name: 'the same call fifteen times with a message of a person before each',
    turns: times(15, () => [main.message(), ...main.step('mcp__queue__next', {})]),
  },
  { name: 'two calls in turn six times', turns: times(6, () => [...bash('a'), ...bash('b')]) },
  {
    name: 'a circle of four calls',
    turns: times(20, () => [...bash('a'), ...bash('b'), ...bash('c'), ...bash('d')]),
  },
  {
    name: 'the same result of different arguments',
    turns: times(20, (index) => main.step('attach', { file: `${index}.txt` }, 'true')),
  },
  { name: 'following a job whose output goes on', turns: polls(200, (index) => `line ${index}`) },
  {
    name: 'a job that does not move, as long as it is asked 39 times',
    turns: polls(39, () => 'running'),
  },
  {
    name: 'sleeping and looking at a job that moves',
    turns: times(50, (index) => [...bash('sleep 30'), ...polls(1, () => `line ${index}`)]),
  },
  {
    name: 'a waiting tool whose answers are still out',
    turns: times(50, (index) => [main.call('TaskOutput', { id: 'x' }, `t${index}`)]),
  },
  {
    name: 'the same call of different agents',
    turns: times(7, () =>
      [main, one, two, other].flatMap((who) => who.step('Read', { file: 'a' })),
    ),
  },
  {
    name: 'the same call in two sessions, one after the other',
    turns: [
      ...times(7, () => bash('true')),
      ...times(7, () => other.step('Bash', { command: 'true' })),
    ],
  },
  {
    name: 'the same call before and after the session was taken up again',
    turns: [...times(7, () => bash('true')), main.resumed(), ...times(7, () => bash('true'))],
  },
];

describe('no loop', () => {
  it.each(CALM)('is $name', ({ turns }) => {
    expect(verdicts([UP, ...turns])).toEqual([]);
  });

  it('is what a limit of 0 watches, and what it has not watched does not count later', () => {
    const turns = times(12, () => bash('true'));
    const context = contextOf({ loopLimit: 0 });
    const off = judge((state, o) => observeLoop(state, o, context), NO_CALLS, inSeconds(turns));
    expect(off).toEqual({ state: NO_CALLS, verdicts: [] });
    const seven = judge(
      (state, o) => observeLoop(state, o, contextOf()),
      NO_CALLS,
      inSeconds(turns.slice(0, 21)),
    );
    expect(observeLoop(seven.state, main.message(), context).state).toEqual(NO_CALLS);
  });

  it('is a streak that goes on in the next run', () => {
    const seven = times(7, () => bash('true'));
    expect(verdicts([UP, ...seven, UP, ...seven])).toEqual([]);
  });
});

it('a job that moved once is waited for anew', () => {
  const turns = [...polls(39, () => 'a'), ...polls(39, () => 'b')];
  expect(verdicts(turns)).toEqual([]);
  expect(verdicts([...turns, ...polls(1, () => 'b')])).toEqual([
    { kind: 'looping', tool: 'BashOutput', count: 40 },
  ]);
});

it('an empty text to a running job is a look at it, another text is a call like any', () => {
  const looks = times(20, (index): Turn[] => [
    { ...main.call('write_stdin', { chars: '' }, `w${index}`), sendsNothing: true },
    main.result(`w${index}`, 'same'),
  ]);
  expect(verdicts(looks)).toEqual([]);
  expect(verdicts(times(8, () => main.step('write_stdin', { chars: 'y\n' })))).toHaveLength(1);
});

it('results that come out of order are those of their calls', () => {
  const turns = times(30, (index): Turn[] => [
    main.call('TaskOutput', { id: 'x' }, `a${index}`),
    main.call('TaskOutput', { id: 'y' }, `b${index}`),
    main.result(`b${index}`, 'running'),
    main.result(`a${index}`, `line ${index}`),
  ]);
  expect(verdicts(turns)).toEqual([]);
});

it('tells a run that does not stop at once only one time, and the next run anew', () => {
  const twenty = times(20, () => bash('true'));
  expect(verdicts([UP, ...twenty])).toHaveLength(1);
  expect(verdicts([UP, ...twenty, UP, ...twenty])).toHaveLength(2);
});

it.each([
  { name: 'call', before: times(10, () => bash('a')), count: 11 },
  { name: 'cycle', before: times(5, () => [...bash('a'), ...main.step('Read', {})]), count: 5 },
])('a limit that is lowered under a $name is crossed by the next one', ({ before, count }) => {
  const patient = judge(
    (state, o) => observeLoop(state, o, contextOf({ loopLimit: 50 })),
    NO_CALLS,
    inSeconds(before),
  ).state;
  const next = main.call('Bash', { command: 'a' });
  expect(observeLoop(patient, next, contextOf({ loopLimit: 4 })).verdicts).toEqual([
    { kind: 'looping', tool: 'Bash', count },
  ]);
});

it('follows no more than 32 agents at a time', () => {
  const agents = times(100, (index) => writer('s', `${index}`).step('Read', { file: 'a' }));
  const { state } = judge((s, o) => observeLoop(s, o, contextOf()), NO_CALLS, inSeconds(agents));
  expect(state.tracks).toHaveLength(32);
});
