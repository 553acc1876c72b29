import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  compose,
  DEFAULT_EVENTS,
  decide,
  describeFact,
  EVENTS,
  emptyMemory,
  type Fact,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
  type Payload,
  sampleFact,
} from '@harness/notify-core';
import { describe, expect, it } from 'vitest';
import { documentAt, ofType, ROOT, rowsOf } from './documents.ts';

const SECTIONS = [
  'What it means at 3 a.m.',
  'What Harness has done',
  'Look',
  'Do',
  'What follows',
  'Keys',
];

/** Keys that every payload has, or that any may have. */
const USUAL: readonly (keyof Payload)[] = [
  'version',
  'event',
  'harness',
  'host',
  'state',
  'message',
  'cause',
  'hint',
  'time',
  'id',
  'severity',
  'episode',
];

const STUCK: Fact = {
  kind: 'rotation_stuck',
  failedTurns: 3,
  step: 'the store could not be renamed',
  detail: 'EACCES',
};

it('has one page an event, and no other', () => {
  const pages = readdirSync(join(ROOT, 'docs/events')).filter((file) => file !== 'README.md');
  expect(pages.toSorted()).toEqual(NOTIFIED_EVENTS.map((event) => `${event}.md`).toSorted());
});

describe.each(NOTIFIED_EVENTS)('the page of %s', (event) => {
  const { tokens } = documentAt(`docs/events/${event}.md`);
  const facts = factsIn(tokens);

  it('is named after it, and answers the same questions as the others', () => {
    const headings = ofType(tokens, 'heading').map(({ text }) => text);
    expect(headings).toEqual([`\`${event}\``, ...SECTIONS]);
  });

  it('has the severity, the state and the further keys of the payload', () => {
    const payload = payloadOf(event, sampleFact(event));
    expect([facts['severity'], facts['state']]).toEqual([
      payload.severity,
      payload.state ?? 'none',
    ]);
    const more = Object.keys(payload).filter((key) => !USUAL.some((usual) => usual === key));
    expect(facts['more keys']).toBe(more.length === 0 ? 'none' : more.join(', '));
  });

  it('says whether it is sent by default, and what ends it', () => {
    expect([facts['sent by default'], facts['ends with']]).toEqual([
      sentByDefault(event),
      endOf(event),
    ]);
  });

  it('quotes the message that people get', () => {
    expect(quotesIn(tokens)).toContain(payloadOf(event, sampleFact(event)).message);
  });
});

it('has the facts of a rotation that could not finish', () => {
  const { tokens } = documentAt('docs/events/session_rotated.md');
  const { severity, state, message } = payloadOf('session_rotated', STUCK);
  expect(factsIn(tokens)).toMatchObject({
    'severity when it could not finish': severity,
    'state when it could not finish': state,
    'ends with when it could not finish': endOf('session_rotated', true),
  });
  expect(quotesIn(tokens)).toContain(message);
});

it('has the same facts and sentences in the table of all events', () => {
  const [table] = ofType(documentAt('docs/events/README.md').tokens, 'table');
  const rows = table === undefined ? [] : rowsOf(table);
  expect(
    rows.map(([name, severity, end]) => [name, severity, end].join(' ').replaceAll('`', '')),
  ).toEqual(
    NOTIFIED_EVENTS.map((event) => {
      const { severity } = payloadOf(event, sampleFact(event));
      return `[${event}](${event}.md) ${severity} ${endOf(event)}`;
    }),
  );
});

function payloadOf(event: NotifiedEvent, fact: Fact): Payload {
  const harness = event === 'test' ? undefined : 'claude-rc';
  return compose(
    describeFact(harness, fact),
    {
      host: 'kitt',
      timeMs: 0,
      id: 'id',
      ...(harness === undefined ? {} : { harness }),
      ...(event === 'recovered' ? { resolves: ['episode'] } : {}),
    },
    (text) => text,
  );
}

function sentByDefault(event: NotifiedEvent): string {
  if (event === 'test') {
    return 'always';
  }
  return DEFAULT_EVENTS.includes(event) ? 'yes' : 'no';
}

/** What the memory of notifications makes of it. */
function endOf(event: NotifiedEvent, unfinished = false): string {
  if (event === 'test' || event === 'recovered') {
    return 'nothing';
  }
  const arising = { event, episodeId: 'episode', ...(unfinished ? ({ unfinished } as const) : {}) };
  const { decision } = decide(
    emptyMemory(),
    arising,
    { events: new Set(EVENTS), cooldownMs: 0 },
    0,
  );
  if (decision.kind !== 'deliver') {
    return decision.kind;
  }
  if (decision.opens) {
    return 'recovered';
  }
  return decision.episode === undefined ? 'nothing' : 'silence';
}

function factsIn(tokens: Parameters<typeof ofType>[0]): Readonly<Record<string, string>> {
  const [table] = ofType(tokens, 'table');
  const rows = table === undefined ? [] : rowsOf(table);
  return Object.fromEntries(rows.map(([name = '', value = '']) => [name, plain(value)]));
}

/** Without code marks, and a link as its text. */
function plain(text: string): string {
  return text.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function quotesIn(tokens: Parameters<typeof ofType>[0]): readonly string[] {
  return ofType(tokens, 'code')
    .filter(({ lang }) => lang === 'text')
    .map(({ text }) => text);
}
