import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '@harness/turns';
import { describe, expect, it } from 'vitest';
import type { Claimant } from '../src/index.ts';
import { lab, ofKind } from './lab.ts';
import { claudeScribe } from './scribes/claude-scribe.ts';
import { codexScribe } from './scribes/codex-scribe.ts';
import { crushScribe } from './scribes/crush-scribe.ts';
import { opencodeScribe } from './scribes/opencode-scribe.ts';
import type { Deed, ScribeOf } from './scribes/scribe.ts';

const SCRIBES: readonly ScribeOf[] = [
  { kind: 'claude-code', begin: claudeScribe, version: '2.1.332' },
  { kind: 'codex', begin: codexScribe, version: '0.171.0' },
  { kind: 'crush', begin: crushScribe, version: '20260127000000' },
  { kind: 'opencode', begin: opencodeScribe, version: '1.18.33' },
];

const QUOTA = "You've hit your session limit · resets 5:50pm (Europe/Berlin)";

const WORK: readonly Deed[] = [
  { kind: 'message', text: 'Do it.' },
  { kind: 'call', id: 'c1', tool: 'Bash', args: { command: 'ls', cwd: '/' } },
  { kind: 'result', id: 'c1', output: 'a.txt' },
  { kind: 'answer', text: 'Done.' },
];

describe.each(SCRIBES)('the reader of $kind', ({ kind, begin, version }) => {
  it('gives what is written once and in order, after the session that it is written in', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    begin(here, 's-1').write(WORK);

    const turns = await trace.poll();

    expect(deedsOf(turns)).toEqual(['session', 'message', 'call', 'result', 'rest']);
    expect(ofKind(turns, 'answer')).toHaveLength(2);
    expect(await trace.poll()).toEqual([]);
  });

  it('gives what is appended between two polls', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    const scribe = begin(here, 's-1');
    const found: Turn[] = [];
    for (const deed of WORK) {
      scribe.write([deed]);
      found.push(...(await trace.poll()));
    }

    expect(deedsOf(found)).toEqual(['session', 'message', 'call', 'result', 'rest']);
    expect(ofKind(found, 'answer')).toHaveLength(2);
  });

  it('leaves out what stood there before the run, whatever the stamps say', async () => {
    const here = lab();
    const scribe = begin(here, 's-1');
    scribe.write(WORK, Date.now() + 60_000);
    await nextMillisecond();
    const trace = here.open(kind);
    await trace.poll();
    scribe.write([{ kind: 'answer', text: 'Again.' }], 1_700_000_000_000);

    const turns = await trace.poll();

    expect(turns.map((turn) => turn.kind)).toEqual(['session', 'answer', 'rest']);
    expect(ofKind(turns, 'session')).toMatchObject([{ session: 's-1', resumed: true }]);
    expect(ofKind(turns, 'answer')).toMatchObject([{ atMs: 1_700_000_000_000 }]);
  });

  it('tells the run from what came before when it is opened late', async () => {
    const here = lab();
    const scribe = begin(here, 's-1');
    scribe.write(WORK, Date.now() - 60_000);
    await nextMillisecond();
    const sinceMs = Date.now();
    await nextSecond(sinceMs);
    scribe.write([{ kind: 'answer', text: 'Again.' }]);

    const turns = await here.open(kind, { sinceMs }).poll();

    expect(turns.map((turn) => turn.kind)).toEqual(['session', 'answer', 'rest']);
  });

  it('finds nothing without an error where the agent never ran', async () => {
    const trace = lab().open(kind);

    expect(await trace.poll()).toEqual([]);
    expect(trace.status()).toMatchObject({ kind, found: false, sources: [], behind: false });
    expect(trace.status().trouble).toBeUndefined();
  });

  it('leaves the sessions of another working directory alone', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    const elsewhere = join(here.dir, 'elsewhere');
    mkdirSync(elsewhere);
    begin(here, 's-2', elsewhere).write(WORK);

    expect(await trace.poll()).toEqual([]);
  });

  it('digests arguments whatever the order of their keys', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    begin(here, 's-1').write([
      { kind: 'call', id: 'c1', tool: 'Bash', args: { a: 1, b: { c: [2], d: 3 } } },
      { kind: 'call', id: 'c2', tool: 'Bash', args: { b: { d: 3, c: [2] }, a: 1 } },
      { kind: 'call', id: 'c3', tool: 'Bash', args: { a: 1, b: { c: [3], d: 3 } } },
    ]);

    const [first, second, third] = ofKind(await trace.poll(), 'call').map(({ digest }) => digest);

    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('tells equal results from others', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    begin(here, 's-1').write(
      ['same', 'same', 'other'].flatMap((output, index): readonly Deed[] => [
        { kind: 'call', id: `c${index}`, tool: 'Bash', args: {} },
        { kind: 'result', id: `c${index}`, output },
      ]),
    );

    const results = ofKind(await trace.poll(), 'result');

    expect(results.map(({ id }) => id)).toEqual(['c0', 'c1', 'c2']);
    expect(results[1]?.digest).toBe(results[0]?.digest);
    expect(results[2]?.digest).not.toBe(results[0]?.digest);
  });

  it('classifies what the provider said, by the time of its record', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    begin(here, 's-1').write(
      [{ kind: 'refusal', text: QUOTA, status: 429 }],
      Date.parse('2026-09-23T13:00:00Z'),
    );

    expect(ofKind(await trace.poll(), 'refusal')).toMatchObject([
      {
        refusal: {
          class: 'quota',
          rule: 'usage_window',
          resetMs: Date.parse('2026-09-23T15:50:00Z'),
        },
      },
    ]);
  });

  it('takes no refusal from a prompt, a result or an answer', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    begin(here, 's-1').write([
      { kind: 'message', text: QUOTA },
      { kind: 'call', id: 'c1', tool: 'Bash', args: { command: QUOTA } },
      { kind: 'result', id: 'c1', output: QUOTA },
      { kind: 'answer', text: QUOTA },
    ]);

    const turns = await trace.poll();

    expect(ofKind(turns, 'refusal')).toEqual([]);
    expect(ofKind(turns, 'answer')).toHaveLength(2);
  });

  it("does not take the program's own texts for a person's", async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    begin(here, 's-1').write([{ kind: 'injected' }, { kind: 'answer', text: 'Fine.' }]);

    expect(ofKind(await trace.poll(), 'message')).toEqual([]);
  });

  it('says what it reads, from which version, and when the last answer came', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    const scribe = begin(here, 's-1');
    scribe.write(WORK, 1_790_000_000_000);
    await trace.poll();

    expect(trace.status()).toMatchObject({
      found: true,
      sources: [{ path: scribe.path, session: 's-1' }],
      ambiguous: [],
      version,
      lastAnswerMs: 1_790_000_000_000,
      skipped: { tooLong: 0, malformed: 0 },
    });
    expect(trace.status().untried).toBeUndefined();
  });

  it('gives a session that two runs could own to nobody, and says so', async () => {
    const here = lab();
    const rival: Claimant = { kind, env: here.env, workdir: here.workdir, sinceMs: Date.now() };
    const trace = here.open(kind, { rivals: () => [rival] });
    await trace.poll();
    begin(here, 's-1').write(WORK);

    expect(await trace.poll()).toEqual([]);
    expect(trace.status()).toMatchObject({ found: false, ambiguous: [{ session: 's-1' }] });
  });

  it.each([
    ['is elsewhere', { workdir: '/' }],
    ['ended before', { untilMs: 1 }],
    ['begins later', { sinceMs: Number.MAX_SAFE_INTEGER }],
    ['knows its own session', { session: 'another' }],
  ])('keeps its session from a rival that %s', async (_why, rival) => {
    const here = lab();
    const rivals = () => [
      { kind, env: here.env, workdir: here.workdir, sinceMs: Date.now(), ...rival },
    ];
    const own = 'session' in rival ? { session: 's-1' } : {};
    const trace = here.open(kind, { rivals, ...own });
    await trace.poll();
    begin(here, 's-1').write(WORK);

    expect(ofKind(await trace.poll(), 'message')).toHaveLength(1);
  });

  it('leaves a session to the rival whose it is', async () => {
    const here = lab();
    const common = { kind, env: here.env, workdir: here.workdir, sinceMs: Date.now() };
    const trace = here.open(kind, {
      rivals: () => [{ ...common, session: 's-1' }],
      session: 's-2',
    });
    await trace.poll();
    begin(here, 's-1').write(WORK);
    begin(here, 's-2').write(WORK);

    const turns = await trace.poll();

    expect(new Set(turns.map(({ session }) => session))).toEqual(new Set(['s-2']));
    expect(trace.status().ambiguous).toEqual([]);
  });

  it('begins anew where the place of its transcript is taken by a new one', async () => {
    const here = lab();
    const trace = here.open(kind);
    await trace.poll();
    const scribe = begin(here, 's-1');
    scribe.write(WORK);
    await trace.poll();
    renameSync(scribe.path, `${scribe.path}.old`);
    rmSync(`${scribe.path}-wal`, { force: true });
    begin(here, 's-1').write([{ kind: 'message', text: 'Hello?' }]);

    expect((await trace.poll()).map((turn) => turn.kind)).toContain('message');
  });

  it('hands its turns to a loop, and ends with its signal', async () => {
    const here = lab();
    const ending = new AbortController();
    const trace = here.open(kind, { signal: ending.signal, intervalMs: 5 });
    await trace.poll();
    begin(here, 's-1').write(WORK);
    const kinds: string[] = [];
    for await (const turn of trace) {
      kinds.push(turn.kind);
      if (turn.kind === 'rest') {
        ending.abort();
      }
    }

    expect(kinds.at(-1)).toBe('rest');
    expect(await trace.poll()).toEqual([]);
  });
});

/** All but the answers, which some agents write before their calls and some after. */
function deedsOf(turns: readonly Turn[]): readonly string[] {
  return turns.map((turn) => turn.kind).filter((kind) => kind !== 'answer');
}

async function nextMillisecond(): Promise<void> {
  await nextSecond(Date.now() - 970);
}

/** File times move in ticks: a run begins a tick after what came before it. */
async function nextSecond(sinceMs: number): Promise<void> {
  await expect
    .poll(() => Date.now(), { interval: 5, timeout: 10_000 })
    .toBeGreaterThan(sinceMs + 1_000);
}
