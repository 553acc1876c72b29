import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  DEFAULT_POLICY,
  NEW_GUARDS,
  type Observation,
  observe,
  type Verdict,
} from '@harness/guards';
import { AGENT_KINDS, type AgentKind, type Turn } from '@harness/turns';
import { expect, it } from 'vitest';
import {
  FIXTURES,
  lab,
  place,
  placeWithAgents,
} from '../../../../packages/agent-trace/test/lab.ts';
import { refusalIn } from '../../src/guards/refusal-in.ts';

interface Expected {
  readonly guard?: string;
  readonly trip?: boolean;
  readonly tool?: string;
  readonly scope?: string;
  readonly park?: boolean;
  readonly until?: string;
  readonly wedged?: boolean;
  readonly trailing_context_errors?: number;
  readonly errors?: number;
  readonly now?: string;
  readonly last_model_ok?: string;
}

interface Entry {
  readonly file: string;
  readonly adapter: string;
  readonly expected: readonly Expected[];
}

const ENTRIES: readonly Entry[] = JSON.parse(
  readFileSync(join(FIXTURES, 'expectations.json'), 'utf8'),
);

const CASES = ENTRIES.flatMap(({ file, adapter, expected }) => {
  const kind = AGENT_KINDS.find((one) => one === adapter);
  // Some recordings are too large to be kept beside the others.
  return kind === undefined || !existsSync(join(FIXTURES, file))
    ? []
    : expected.filter(decides).map((one) => ({ file, kind, guard: one.guard, one }));
});

/** Whether an expectation names a verdict, and not only a note. */
function decides({ trip, park, wedged, last_model_ok }: Expected): boolean {
  return (
    trip !== undefined || park !== undefined || wedged !== undefined || last_model_ok !== undefined
  );
}

async function read(file: string, kind: AgentKind): Promise<readonly Turn[]> {
  const here = lab();
  const trace = here.open(kind);
  await trace.poll();
  if (file.startsWith('claude-code-subagents/')) {
    placeWithAgents(here, basename(file, '.jsonl'));
  } else {
    place(here, kind, file);
  }
  return await trace.poll();
}

/** Shows the turns to the guards at the instants at which they were written. */
function judge(
  turns: readonly Turn[],
  endMs: number,
  kind: 'one_shot' | 'resident' = 'resident',
): readonly Verdict[] {
  const settings = {
    kind,
    loopLimit: 8,
    rotates: true,
    quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000 },
  } as const;
  let guards = NEW_GUARDS;
  let atMs = turns[0]?.atMs ?? 0;
  const show = (observation: Observation): readonly Verdict[] => {
    const now = { unixMs: atMs, steadyMs: atMs };
    const step = observe(guards, observation, { settings, policy: DEFAULT_POLICY }, now);
    guards = step.state;
    return step.verdicts;
  };
  const verdicts = [{ kind: 'run_started' } as const, ...turns].flatMap((one) => {
    atMs = 'atMs' in one ? (one.atMs ?? atMs) : atMs;
    return show(one);
  });
  atMs = Math.max(atMs, endMs);
  return [...verdicts, ...show({ kind: 'tick' }), ...show({ kind: 'run_ended', failed: true })];
}

it.each(CASES)('$file: what the $guard guard says', async ({ file, kind, one }) => {
  const all = await read(file, kind);
  const turns = one.scope === 'parent' ? all.filter(({ agent }) => agent === undefined) : all;
  const verdicts = judge(turns, one.now === undefined ? 0 : Date.parse(one.now));
  const { kind: verdict, ...facts } = verdictOf(one);
  const wanted = one.trip ?? one.park ?? one.wedged ?? false;
  expect(verdicts.filter((each) => each.kind === verdict)).toMatchObject(wanted ? [facts] : []);
  if (one.last_model_ok !== undefined) {
    const last = all.findLast((turn) => turn.kind === 'answer');
    expect(last?.atMs).toBe(Date.parse(one.last_model_ok));
  }
});

/** The verdict that an expectation is about, with what must be in it. */
function verdictOf({ guard, tool, until, ...one }: Expected): Pick<Verdict, 'kind'> {
  switch (guard) {
    case 'loop':
      return { kind: 'looping', ...(tool === undefined ? {} : { tool }), ...{ count: 8 } };
    case 'quota':
      return { kind: 'park', ...(until === undefined ? {} : { untilMs: Date.parse(until) }) };
    case 'session':
      return { kind: 'wedged', ...{ failedTurns: one.errors ?? one.trailing_context_errors } };
    default:
      return { kind: 'silent' };
  }
}

it('looks at every agent, and at each guard', () => {
  expect(CASES.length).toBeGreaterThan(60);
  expect(new Set(CASES.map(({ kind }) => kind))).toEqual(new Set(AGENT_KINDS));
  expect(new Set(CASES.map(({ guard }) => guard))).toEqual(
    new Set(['loop', 'quota', 'session', 'stall']),
  );
});

it.each([
  ['claude-stream-json-quota.jsonl', 'claude-code', '2026-09-23T18:00:00Z'],
  ['codex-exec-json-quota.jsonl', 'codex', undefined],
] as const)('%s parks the one-shot that printed it', async (file, kind, until) => {
  const printed = readFileSync(join(FIXTURES, file), 'utf8').trim().split('\n');
  const atMs = Date.parse('2026-09-23T14:00:00Z');
  const refusals = await refusalIn({ kind, lastLine: printed.at(-1), env: { TZ: 'UTC' }, atMs });
  const verdicts = judge(refusals, atMs, 'one_shot');
  expect(verdicts).toMatchObject([
    { kind: 'park', ...(until === undefined ? {} : { untilMs: Date.parse(until) }) },
  ]);
});

it.each(['claude-stream-json-success.jsonl'])('%s parks nobody', async (file) => {
  const printed = readFileSync(join(FIXTURES, file), 'utf8').trim().split('\n');
  const lastLine = printed.at(-1);
  expect(await refusalIn({ kind: 'claude-code', lastLine, env: {}, atMs: 0 })).toEqual([]);
});
