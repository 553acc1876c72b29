import { appendFileSync } from 'node:fs';
import type { AgentKind } from '@harness/turns';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStreamOutput } from '../src/index.ts';
import {
  claudePath,
  codexPath,
  crushPath,
  fixture,
  type Lab,
  lab,
  opencodePath,
  place,
  write,
} from './lab.ts';
import { change } from './scribes/crush-scribe.ts';

const RUNS = { numRuns: 40 };

/** Records as an agent writes them, with any of their members replaced by anything. */
function mangled(records: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fc.constantFrom(...records),
      fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 4 }),
    )
    .map(([record, changes]) => changes.reduce(replaceMember, record));
}

it.each([
  ['claude-code', 'claude-code-5xx-recovery.jsonl', claudePath],
  ['claude-code', 'claude-code-context-limit.jsonl', claudePath],
  ['codex', 'codex-0171-usage-limit.jsonl', codexPath],
  ['codex', 'codex-normal.jsonl', codexPath],
] as const)('the reader of %s survives any record: %s', async (kind, name, pathOf) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(mangled(recordsOf(name)), { minLength: 1, maxLength: 20 }),
      fc.uint8Array({ maxLength: 60 }),
      async (records, noise) => {
        const here = lab();
        const trace = here.open(kind);
        await trace.poll();
        write(pathOf(here), firstLine(here, name));
        appendFileSync(pathOf(here), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
        appendFileSync(pathOf(here), Buffer.concat([noise, Buffer.from('\n')]));
        expect(Array.isArray(await trace.poll())).toBe(true);
        expect(trace.status().trouble).toBeUndefined();
      },
    ),
    RUNS,
  );
});

it.each([
  ['crush', 'crush-mixed-errors.sql', crushPath, 'messages', 'parts'],
  ['opencode', 'captured/opencode-context.sql', opencodePath, 'message', 'data'],
  ['opencode', 'captured/opencode-context.sql', opencodePath, 'part', 'data'],
] as const)(
  'the reader of %s survives any content: %s, table %s',
  async (kind, name, pathOf, table, column) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), shapes()), async (content) => {
        const here = lab();
        const trace = here.open(kind);
        await trace.poll();
        place(here, kind, name);
        change(pathOf(here), `UPDATE ${table} SET ${column} = ?`, [content]);
        expect(Array.isArray(await trace.poll())).toBe(true);
      }),
      { numRuns: 15 },
    );
  },
);

it('the reader of printed output survives any lines', () => {
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    mangled(recordsOf('claude-stream-json-quota.jsonl')).map((each) => JSON.stringify(each)),
  );
  const kind = fc.constantFrom<AgentKind>('claude-code', 'codex', 'crush', 'opencode');
  fc.assert(
    fc.property(kind, fc.array(line), (agent, lines) => {
      readStreamOutput(agent, lines, { atMs: 0, zone: 'UTC' });
    }),
  );
});

function shapes(): fc.Arbitrary<string> {
  const data = fc.dictionary(
    fc.constantFrom('id', 'name', 'input', 'reason', 'time', 'text'),
    fc.jsonValue(),
  );
  const type = fc.constantFrom(
    'text',
    'tool_call',
    'tool_result',
    'finish',
    'tool',
    'step-finish',
    'retry',
  );
  const part = fc.record({
    type,
    data,
    state: data,
    tool: fc.string(),
    callID: fc.string(),
    error: data,
  });
  return fc.oneof(part, fc.array(part)).map((value) => JSON.stringify(value));
}

function recordsOf(name: string): readonly unknown[] {
  const text = fixture({ workdir: '/w' } as Lab, name).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function firstLine(here: Lab, name: string): string {
  return `${fixture(here, name).toString('utf8').split('\n')[0]}\n`;
}

/** Replaces the member that a number picks, at any depth. */
function replaceMember(value: unknown, [pick, by]: readonly [number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) {
    return by;
  }
  const keys = Object.keys(value);
  const key = keys[pick % Math.max(1, keys.length)];
  if (key === undefined) {
    return by;
  }
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  const depth = pick % 5;
  const member: unknown = Reflect.get(copy, key);
  Reflect.set(copy, key, depth > 1 ? replaceMember(member, [Math.floor(pick / 5), by]) : by);
  return copy;
}
