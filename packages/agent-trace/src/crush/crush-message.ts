import type { Origin, Turn } from '@harness/turns';
import { digestOf } from '../digest.ts';
import { isInjected } from '../injected-text.ts';
import { isObject, type JsonObject, numberAt, objectAt, parseJson, textAt } from '../json-value.ts';
import type { ReadContext } from '../lines/line-format.ts';
import { refused } from '../refused.ts';
import { Seen } from '../seen.ts';
import type { Row } from '../stores/row-cursor.ts';
import type { SessionPlace } from '../stores/session-tree.ts';
import type { StoreContext } from '../stores/store-format.ts';

/** What a message gave, and whether it is still being written. */
export interface CrushReading {
  readonly turns: readonly Turn[];
  readonly isOpen: boolean;
}

/**
 * Reads the messages of a Crush store.
 *
 * Source: Crush, internal/message/content.go, 2026-11: `parts` is a list of `{type, data}`, and an
 * assistant's message is complete when it has a `finish` part.
 */
export class CrushMessages {
  readonly #context: StoreContext;
  readonly #calls = new Seen(SEEN_LIMIT);

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** A message that is read again gives only what it did not give before. */
  read(row: Row, place: SessionPlace): CrushReading {
    const parts = partsOf(row['parts']);
    const origin = originOf(row, place, this.#context.path);
    switch (row['role']) {
      case 'user':
        return closed(userTurns(parts, origin));
      case 'tool':
        return closed(parts.flatMap((part) => resultTurns(part, origin)));
      case 'assistant':
        return this.#assistant(row, parts, origin);
      default:
        return closed([]);
    }
  }

  #assistant(row: Row, parts: readonly JsonObject[], origin: Origin): CrushReading {
    const calls = parts.flatMap((part) => callTurns(part, origin, this.#calls));
    const finish = parts.find((part) => part['type'] === 'finish');
    return finish === undefined
      ? { turns: calls, isOpen: row['parts'] !== null }
      : closed([...endTurns(row, objectAt(finish, 'data'), origin, this.#context), ...calls]);
  }
}

const SEEN_LIMIT = 4_096;

function closed(turns: readonly Turn[]): CrushReading {
  return { turns, isOpen: false };
}

function partsOf(text: unknown): readonly JsonObject[] {
  const parts = typeof text === 'string' ? parseJson(text) : undefined;
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

function originOf(row: Row, place: SessionPlace, source: string): Origin {
  const madeAt = numberAt(row, 'created_at');
  return {
    ...place,
    ...(madeAt === undefined ? {} : { atMs: inMs(madeAt) }),
    place: { source, record: row.row },
  };
}

// A number this large has been milliseconds since 1973, and is seconds only after the year 5138.
const SECONDS_BELOW = 100_000_000_000;

function inMs(time: number): number {
  return time < SECONDS_BELOW ? time * 1_000 : time;
}

function userTurns(parts: readonly JsonObject[], origin: Origin): readonly Turn[] {
  const texts = parts.map((part) => textAt(objectAt(part, 'data'), 'text')).filter(isText);
  const isPersons = origin.agent === undefined && !texts.some(isInjected);
  return isPersons ? [{ kind: 'message', ...origin }] : [];
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}

function callTurns(part: JsonObject, origin: Origin, calls: Seen): readonly Turn[] {
  const data = objectAt(part, 'data');
  const id = textAt(data, 'id');
  const tool = textAt(data, 'name');
  const isComplete = part['type'] === 'tool_call' && data['finished'] !== false;
  if (!isComplete || id === undefined || tool === undefined || !calls.first(id)) {
    return [];
  }
  const input = textAt(data, 'input') ?? '';
  return [{ kind: 'call', id, tool, digest: digestOf(parseJson(input) ?? input), ...origin }];
}

function resultTurns(part: JsonObject, origin: Origin): readonly Turn[] {
  const data = objectAt(part, 'data');
  const id = textAt(data, 'tool_call_id');
  if (part['type'] !== 'tool_result' || id === undefined) {
    return [];
  }
  const failed = data['is_error'] === true ? ({ failed: true } as const) : {};
  return [{ kind: 'result', id, digest: digestOf(data['content']), ...failed, ...origin }];
}

function endTurns(
  row: Row,
  finish: JsonObject,
  origin: Origin,
  context: ReadContext,
): readonly Turn[] {
  const time = numberAt(finish, 'time');
  const at = time === undefined || time === 0 ? origin : { ...origin, atMs: inMs(time) };
  const isSummary = row['is_summary'] === 1;
  const told: Turn =
    finish['reason'] === 'error'
      ? { kind: 'refusal', refusal: refusalOf(finish, at.atMs, context), ...at }
      : { kind: 'answer', id: row.id, ...at };
  return [
    told,
    ...(isSummary ? [{ kind: 'compaction', ...at } as const] : []),
    ...(finish['reason'] === 'tool_use' ? [] : [{ kind: 'rest', ...at } as const]),
  ];
}

function refusalOf(finish: JsonObject, atMs: number | undefined, { zone }: ReadContext) {
  const text = [textAt(finish, 'message'), textAt(finish, 'details')].filter(isText).join('\n');
  return refused({ text }, atMs, zone);
}
