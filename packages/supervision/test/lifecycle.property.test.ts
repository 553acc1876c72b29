import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Input, STATES, step } from '../src/index.ts';
import {
  type Action,
  action,
  type Chaos,
  type Observed,
  openChaos,
  POLICY,
  settingsOf,
} from './chaos.ts';
import { OPERATOR } from './world.ts';

const actions = fc.array(action, { minLength: 1, maxLength: 120, size: 'max' });
const RUNS = { numRuns: 250 };

function happened(settings: Parameters<typeof openChaos>[0], sequence: readonly Action[]): Chaos {
  const chaos = openChaos(settings);
  chaos.act({ kind: 'input', input: { kind: 'resume' } });
  for (const one of sequence) {
    chaos.act(one);
  }
  return chaos;
}

/** Checks random sequences as a whole. */
function inEverySequence(check: (observed: readonly Observed[]) => void, seed?: number): void {
  const property = fc.property(settingsOf, actions, (settings, sequence) => {
    check(happened(settings, sequence).observed);
  });
  fc.assert(property, seed === undefined ? RUNS : { ...RUNS, seed });
}

/** Checks each step of random sequences. */
function always(check: (observed: Observed) => void): void {
  inEverySequence((observed) => {
    for (const one of observed) {
      check(one);
    }
  });
}

/** Lets the world behave well until the lifecycle rests. */
function calmDown(chaos: Chaos): void {
  for (let round = 0; round < 20; round += 1) {
    const { process } = chaos.lifecycle();
    if (process.kind === 'starting') {
      chaos.act({ kind: 'spawn' });
    } else if (process.kind === 'ending') {
      chaos.act({ kind: 'die', exit: { kind: 'signalled', signal: 'SIGTERM' }, drainMs: 0 });
    } else if (process.kind === 'leftovers') {
      chaos.act({ kind: 'clear' });
    } else {
      return;
    }
  }
}

function order(kind: 'start' | 'stop' | 'restart'): Action {
  return { kind: 'input', input: { kind, order: OPERATOR } };
}

/** What became of processes in a step, as far as it counted. */
function processLog({ before, input, effects }: Observed): readonly string[] {
  const starts = effects.flatMap((effect) =>
    effect.kind === 'start' ? [`start ${effect.run}`] : [],
  );
  return [...endOf(before.process.kind, before.run, input), ...starts];
}

function endOf(process: string, run: number, input: Input): readonly string[] {
  if (!('run' in input) || input.run !== run) {
    return [];
  }
  const counts: Readonly<Record<string, readonly string[]>> = {
    exited: ['starting', 'up', 'ending'],
    cleared: ['leftovers'],
    spawn_failed: ['starting'],
  };
  const name = input.kind === 'spawn_failed' ? 'refused' : input.kind;
  return counts[input.kind]?.includes(process) ? [`${name} ${run}`] : [];
}

const isVerdict = (kind: string): boolean => kind === 'gave_up' || kind === 'escalated';

const factsOf = ({ effects }: Observed) =>
  effects.flatMap((effect) => (effect.kind === 'tell' ? [effect.fact] : []));

describe('whatever happens', () => {
  it('the random worlds reach every state and every fact, so that the rest says something', () => {
    const states = new Set<string>();
    const facts = new Set<string>();
    inEverySequence((observed) => {
      for (const one of observed) {
        states.add(one.after.state);
        for (const fact of factsOf(one)) {
          facts.add('withinHour' in fact ? 'within_hour' : fact.kind);
        }
      }
    }, 7);
    expect([...states].sort()).toEqual([...STATES].sort());
    expect([...facts].sort()).toEqual(['escalated', 'gave_up', 'proven_back', 'within_hour']);
  });

  it.each(['start', 'restart'] as const)('a %s leads to running', (kind) => {
    fc.assert(
      fc.property(settingsOf, actions, (settings, sequence) => {
        const chaos = happened(settings, sequence);
        chaos.act(order(kind));
        calmDown(chaos);
        expect(['running', 'degraded']).toContain(chaos.lifecycle().state);
        chaos.act({ kind: 'pass', ms: POLICY.crashWindowMs });
        expect(chaos.lifecycle().state).toBe('running');
      }),
      RUNS,
    );
  });

  it('a stop leads to stopped, and nothing starts it again', () => {
    fc.assert(
      fc.property(settingsOf, actions, (settings, sequence) => {
        const chaos = happened(settings, sequence);
        chaos.act(order('stop'));
        calmDown(chaos);
        expect(chaos.lifecycle().state).toBe('stopped');
        const { run } = chaos.lifecycle();
        chaos.act({ kind: 'pass', ms: 1_000 });
        chaos.act({ kind: 'input', input: { kind: 'resume' } });
        expect(chaos.lifecycle()).toMatchObject({ state: 'stopped', run });
      }),
      RUNS,
    );
  });

  it('a run starts only when the one before it has exited and is cleared, or never began', () => {
    inEverySequence((observed) => {
      const log = observed.flatMap(processLog);
      const starts = log.filter((line) => line.startsWith('start '));
      expect(starts).toEqual(starts.map((_, index) => `start ${index + 1}`));
      for (const [index, line] of log.entries()) {
        const earlier = log.slice(0, index).at(-1);
        const run = Number(line.split(' ')[1]);
        const allowed: Readonly<Record<string, readonly (string | undefined)[]>> = {
          start: [undefined, `cleared ${run - 1}`, `refused ${run - 1}`],
          exited: [`start ${run}`],
          refused: [`start ${run}`],
          cleared: [`exited ${run}`],
        };
        expect(allowed[line.split(' ')[0] ?? '']).toContain(earlier);
      }
    });
  });

  it('an exit is told at most once, and only exits are told', () => {
    always((one) => {
      const verdicts = factsOf(one).filter(({ kind }) => isVerdict(kind));
      const mayTell = one.input.kind === 'exited' || one.input.kind === 'spawn_failed';
      expect(verdicts.length).toBeLessThanOrEqual(mayTell ? 1 : 0);
    });
  });

  it('nothing is told of what is being stopped, held or not wanted', () => {
    always((one) => {
      const { before, after } = one;
      const down = !after.intent.wanted || after.barrier !== 'none' || before.state === 'stopping';
      expect(down ? factsOf(one) : []).toEqual([]);
    });
  });

  it('nothing is told and nothing starts after a shutdown, and the intent is as it was', () => {
    fc.assert(
      fc.property(settingsOf, actions, actions, (settings, sequence, rest) => {
        const chaos = happened(settings, sequence);
        const { intent, ended } = chaos.lifecycle();
        const from = chaos.observed.length;
        chaos.act({ kind: 'input', input: { kind: 'shutdown' } });
        for (const one of rest) {
          if (one.kind !== 'input') {
            chaos.act(one);
          }
        }
        const kinds = chaos.observed
          .slice(from)
          .flatMap(({ effects }) => effects.map(({ kind }) => kind));
        expect(kinds.filter((kind) => kind === 'tell' || kind === 'start')).toEqual([]);
        expect(chaos.lifecycle().intent).toEqual(intent);
        expect(chaos.lifecycle().ended).toEqual(ended);
        calmDown(chaos);
        expect(['stopped', 'failed']).toContain(chaos.lifecycle().state);
      }),
      RUNS,
    );
  });

  it('the budget is kept', () => {
    always(({ after }) => {
      expect(after.streak.failures).toBeLessThanOrEqual(POLICY.maxRestarts + 1);
      expect(after.streak.quickExits).toBeLessThanOrEqual(after.streak.failures);
      expect(after.streak.failures > POLICY.maxRestarts && after.process.kind === 'up').toBe(false);
    });
  });

  it('a timer is armed for the future, one per step', () => {
    always(({ effects, nowMs }) => {
      const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.atMs] : []));
      expect(wakes.length).toBeLessThanOrEqual(1);
      expect(wakes.every((atMs) => atMs > nowMs)).toBe(true);
    });
  });

  it('an untouched lifecycle falls silent', () => {
    fc.assert(
      fc.property(settingsOf, actions, (settings, sequence) => {
        const chaos = happened(settings, sequence);
        calmDown(chaos);
        const from = chaos.observed.length;
        chaos.act({ kind: 'pass', ms: 1_000_000 });
        expect(chaos.observed.length - from).toBeLessThanOrEqual(4);
      }),
      RUNS,
    );
  });

  it('every verb is answered once the world has calmed down', () => {
    fc.assert(
      fc.property(settingsOf, actions, action, (settings, sequence, last) => {
        const chaos = happened(settings, sequence);
        const from = chaos.observed.length;
        chaos.act(last);
        calmDown(chaos);
        const since = chaos.observed.slice(from);
        const answers = since.flatMap(({ effects }) =>
          effects.filter(({ kind }) => kind === 'settled'),
        );
        const verbs: readonly Input['kind'][] = [
          'start',
          'stop',
          'restart',
          'hold',
          'resume',
          'retire',
        ];
        const asked = last.kind === 'input' && verbs.includes(last.input.kind);
        expect(answers.length).toBeGreaterThanOrEqual(asked ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('SIGKILL follows SIGTERM by the grace, and each is sent once per run', () => {
    inEverySequence((observed) => {
      const sent = observed.flatMap(({ effects, nowMs }) =>
        effects.flatMap((effect) =>
          effect.kind === 'terminate' || effect.kind === 'kill' ? [{ ...effect, nowMs }] : [],
        ),
      );
      expect(new Set(sent.map(({ kind, run }) => `${kind} ${run}`)).size).toBe(sent.length);
      for (const [index, { kind, run, nowMs }] of sent.entries()) {
        const before = sent[index - 1];
        const due = { kind: 'terminate', run, nowMs: nowMs - POLICY.stopGraceMs };
        expect(before).toEqual(kind === 'kill' ? due : before);
      }
    });
  });

  it('it survives JSON at every step', () => {
    always(({ before, input, after, effects, nowMs, settings }) => {
      const copy = JSON.parse(JSON.stringify(before));
      expect(copy).toEqual(before);
      expect(step(copy, input, { settings, policy: POLICY }, nowMs)).toEqual({
        lifecycle: after,
        effects,
      });
    });
  });
});
