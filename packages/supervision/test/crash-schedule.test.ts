import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY, type Fact } from '../src/index.ts';
import { type Behaviour, CONTEXT, crasher, exitedWith, openWorld, SETTINGS } from './world.ts';

const HOUR_MS = 3_600_000;

function crashes(program: (run: number) => Behaviour, untilMs = HOUR_MS, restartDelayMs = 1_000) {
  const world = openWorld(program, { ...CONTEXT, settings: { ...SETTINGS, restartDelayMs } });
  world.send({ kind: 'resume' });
  world.advanceTo(untilMs);
  return world;
}

function told(facts: readonly (readonly [number, Fact])[]) {
  return facts.map(([atMs, fact]) => [
    atMs,
    fact.kind,
    fact.kind === 'proven_back' ? 0 : fact.restarts,
  ]);
}

describe('a program that ends at once', () => {
  it('fails at 0, 1, 2, 3, 5 and 9 s, escalates from the third on and gives up at the sixth', () => {
    const world = crashes(() => crasher(1));
    expect(world.starts()).toEqual([0, 1_000, 2_000, 3_000, 5_000, 9_000]);
    expect(told(world.facts())).toEqual([
      [2_000, 'escalated', 3],
      [3_000, 'escalated', 4],
      [5_000, 'escalated', 5],
      [9_000, 'gave_up', 6],
    ]);
  });

  it('goes through the states that say so', () => {
    const world = crashes(() => crasher(1, 10));
    expect(world.states()).toEqual([
      [0, 'starting'],
      [0, 'running'],
      [10, 'restarting'],
      [1_010, 'starting'],
      [1_010, 'running'],
      [1_020, 'restarting'],
      [2_020, 'starting'],
      [2_020, 'running'],
      [2_030, 'degraded'],
      [9_060, 'failed'],
    ]);
    expect(world.lifecycle()).toMatchObject({
      state: 'failed',
      ended: 'failed',
      intent: { wanted: true },
    });
  });

  it('stays down once it has failed', () => {
    const world = crashes(() => crasher(1), 10_000);
    world.send({ kind: 'resume' });
    world.send({ kind: 'tick' });
    world.advanceTo(HOUR_MS);
    expect(world.starts()).toHaveLength(6);
    expect(world.rests().at(-1)).toEqual([10_000, 'failed']);
  });

  it.each([
    { restartDelayMs: 0, starts: [0, 0, 0, 1_000, 3_000, 7_000] },
    { restartDelayMs: 500, starts: [0, 500, 1_000, 2_000, 4_000, 8_000] },
    { restartDelayMs: 3_000, starts: [0, 3_000, 6_000, 9_000, 12_000, 16_000] },
  ])(
    'pauses $restartDelayMs ms until it flaps, and never less afterwards',
    ({ restartDelayMs, starts }) => {
      expect(crashes(() => crasher(1), HOUR_MS, restartDelayMs).starts()).toEqual(starts);
    },
  );

  it('backs off to the last pause of the policy, over and over', () => {
    const policy = { ...DEFAULT_POLICY, maxRestarts: 11 };
    const world = openWorld(() => crasher(1), { settings: SETTINGS, policy });
    world.send({ kind: 'resume' });
    world.advanceTo(HOUR_MS);
    const gaps = world.starts().map((atMs, i, all) => atMs - (all[i - 1] ?? 0));
    expect(gaps).toEqual([0, 1, 1, 1, 2, 4, 8, 16, 30, 30, 30, 30].map((s) => s * 1_000));
  });

  it('quotes what each run printed itself, never an earlier one', () => {
    const world = crashes((run) => (run === 1 ? { ...crasher(1), lastLine: 'once' } : crasher(1)));
    expect(JSON.stringify(world.facts())).not.toContain('once');
    expect(world.lifecycle().lastExit).not.toHaveProperty('lastLine');
  });

  it('says how it ended and what it printed last', () => {
    const exit = { kind: 'signalled', signal: 'SIGSEGV' } as const;
    const world = crashes(() => ({ upMs: 7, exit, lastLine: 'dying' }));
    expect(world.facts().at(-1)?.[1]).toEqual({
      kind: 'gave_up',
      exit,
      restarts: 6,
      longestRunMs: 7,
      lastLine: 'dying',
    });
    expect(world.facts()[0]?.[1]).toEqual({
      kind: 'escalated',
      exit,
      restarts: 3,
      lastLine: 'dying',
    });
  });
});

describe('a program that cannot be started', () => {
  it('uses the same pauses and the same budget, and says why', () => {
    const world = crashes(() => ({ cannotStart: 'no such file' }));
    expect(world.starts()).toEqual([0, 1_000, 2_000, 3_000, 5_000, 9_000]);
    expect(world.facts().at(-1)?.[1]).toEqual({
      kind: 'gave_up',
      exit: { kind: 'not_started', reason: 'no such file' },
      restarts: 6,
      longestRunMs: 0,
    });
  });

  it('does not quote the run that went before', () => {
    const world = crashes((run) =>
      run === 1 ? { ...crasher(1), lastLine: 'earlier-output' } : { cannotStart: 'gone' },
    );
    expect(JSON.stringify(world.facts())).not.toContain('earlier-output');
  });
});

describe('the pause before a restart', () => {
  it('counts from the end of the run, not from when that was heard', () => {
    const world = crashes(() => ({ ...crasher(1), drainMs: 400 }), 9_400);
    expect(world.starts()).toEqual([0, 1_000, 2_000, 3_000, 5_000, 9_000]);
    expect(told(world.facts())[0]).toEqual([2_400, 'escalated', 3]);
  });

  it('is over at once when the output took longer to drain', () => {
    const world = crashes(() => ({ ...crasher(1), drainMs: 1_700 }), 3_000);
    expect(world.starts()).toEqual([0, 1_700]);
  });

  it('also waits until nothing of the old run is left', () => {
    const world = crashes(() => ({ ...crasher(1), clearMs: 6_000 }), 12_000);
    expect(world.starts()).toEqual([0, 6_000, 12_000]);
    expect(world.states().slice(1, 4)).toEqual([
      [0, 'running'],
      [0, 'restarting'],
      [6_000, 'starting'],
    ]);
  });

  it('is no uptime', () => {
    const world = crashes(() => crasher(1), HOUR_MS, 20_000);
    expect(world.facts().at(-1)?.[1]).toMatchObject({ kind: 'gave_up', longestRunMs: 0 });
  });

  it('keeps its length when the settings change meanwhile', () => {
    const world = openWorld(() => crasher(1));
    world.send({ kind: 'resume' });
    world.advanceTo(500);
    world.configure({ restart: 'no', restartDelayMs: 60_000 });
    world.send({ kind: 'tick' });
    world.advanceTo(1_000);
    expect(world.starts()).toEqual([0, 1_000]);
  });
});

describe('a program that fails slowly', () => {
  it('escalates at the fourth and fifth failure of the streak and gives up at the sixth', () => {
    const world = crashes(() => crasher(1, 12_000));
    expect(told(world.facts())).toEqual([
      [51_000, 'escalated', 4],
      [64_000, 'escalated', 5],
      [77_000, 'gave_up', 6],
    ]);
    expect(world.facts().at(-1)?.[1]).toMatchObject({ longestRunMs: 12_000 });
  });

  it('is degraded until the next run has outlived the crash window', () => {
    const world = crashes(() => crasher(1, 12_000), 63_999);
    expect(world.states().slice(-3)).toEqual([
      [39_000, 'running'],
      [51_000, 'degraded'],
      [62_000, 'running'],
    ]);
  });

  it.each([
    { uptime: 'just inside the crash window', upMs: 9_999, restarts: 3 },
    { uptime: 'as long as the crash window', upMs: 10_000, restarts: 4 },
  ])('$uptime, escalates first at failure $restarts', ({ upMs, restarts }) => {
    expect(told(crashes(() => crasher(1, upMs)).facts())[0]).toEqual([
      expect.any(Number),
      'escalated',
      restarts,
    ]);
  });

  it('is not the quick exits’ flapping again when only the earlier ones were quick', () => {
    const policy = { ...DEFAULT_POLICY, flapStreak: 9 };
    const world = openWorld((run) => crasher(1, run === 4 ? 20_000 : 0), {
      settings: SETTINGS,
      policy,
    });
    world.send({ kind: 'resume' });
    world.advanceTo(25_500);
    expect(told(world.facts())).toEqual([
      [2_000, 'escalated', 3],
      [25_000, 'escalated', 5],
    ]);
  });

  it('begins a new streak after a run that was long enough, whatever ended it', () => {
    const world = crashes((run) => crasher(1, run % 4 === 0 ? 300_000 : 0), HOUR_MS / 4);
    expect(told(world.facts()).every(([, kind]) => kind === 'escalated')).toBe(true);
    expect(world.lifecycle().state).not.toBe('failed');
  });

  it('keeps its streak when the run was a moment too short', () => {
    const world = crashes((run) => crasher(1, run % 4 === 0 ? 299_999 : 0));
    expect(world.facts().at(-1)?.[1]).toMatchObject({ kind: 'gave_up', longestRunMs: 299_999 });
  });
});

describe('a program that exits every 11 s for an hour', () => {
  it('with status 1, escalates and gives up', () => {
    const kinds = crashes(() => crasher(1, 11_000))
      .facts()
      .map(([, { kind }]) => kind);
    expect(kinds).toEqual(['escalated', 'escalated', 'gave_up']);
  });

  it('with status 0, escalates from the sixth exit on by the count within the hour', () => {
    const world = crashes(() => crasher(0, 11_000));
    expect(world.facts()[0]).toEqual([
      71_000,
      { kind: 'escalated', exit: exitedWith(0), restarts: 6, withinHour: true },
    ]);
    expect(world.facts()).toHaveLength(295);
    expect(world.lifecycle().state).toBe('degraded');
  });

  it('counts an hour, no longer', () => {
    const tenMinutesMs = 600_000;
    const sparse = crashes(() => crasher(0, tenMinutesMs), 10 * HOUR_MS, 0);
    const dense = crashes(() => crasher(0, tenMinutesMs - 1), 10 * HOUR_MS, 0);
    expect(sparse.lifecycle().recentExits).toHaveLength(6);
    expect(sparse.facts().length).toBeGreaterThan(0);
    expect(dense.facts().length).toBeGreaterThan(0);
    expect(crashes(() => crasher(0, 12 * 60_000 + 1), 10 * HOUR_MS, 0).facts()).toEqual([]);
  });

  it('names the streak when both counts are reached, and speaks once per exit', () => {
    const world = crashes((run) => crasher(run <= 6 ? 0 : 1, 11_000), 200_000);
    expect(told(world.facts()).slice(0, 5)).toEqual([
      [71_000, 'escalated', 6],
      [83_000, 'escalated', 7],
      [95_000, 'escalated', 8],
      [107_000, 'escalated', 9],
      [119_000, 'escalated', 4],
    ]);
    expect(world.facts()[4]?.[1]).not.toHaveProperty('withinHour');
  });
});
