import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { expectedFacts } from './expectations.ts';
import { factsOf, lab, place, placeWithAgents } from './lab.ts';

const FACTS = expectedFacts();

it('has facts for every agent but OpenCode, whose stores are recorded', () => {
  expect(new Set(FACTS.map(({ kind }) => kind))).toEqual(
    new Set(['claude-code', 'codex', 'crush']),
  );
});

it.each(FACTS)('$file holds what it is expected to hold', async ({ file, kind, facts }) => {
  const here = lab();
  const trace = here.open(kind);
  await trace.poll();
  if (file.startsWith('claude-code-subagents/')) {
    placeWithAgents(here, basename(file, '.jsonl'));
  } else {
    place(here, kind, file);
  }

  const turns = await trace.poll();

  const found = factsOf(turns.filter(({ agent }) => agent === undefined));
  const counted = Object.entries(facts)
    .filter(([name]) => name in found)
    // The line with invalid UTF-8 may be read as a person's message or passed over.
    .filter(([name]) => !(file.endsWith('torn.jsonl.raw') && name === 'user_messages'));
  expect(found).toMatchObject(Object.fromEntries(counted));
});
