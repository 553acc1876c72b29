import type { Origin, Turn } from '@harness/turns';
import { digestOf } from '../digest.ts';
import { isInjected } from '../injected-text.ts';
import { isObject, type JsonObject, numberAt, objectAt, parseJson, textAt } from '../json-value.ts';
import { Seen } from '../seen.ts';
import type { Row } from '../stores/row-cursor.ts';
import type { SessionPlace } from '../stores/session-tree.ts';
import type { StoreContext } from '../stores/store-format.ts';
import { opencodeRefusal } from './opencode-refusal.ts';

/** What a row gave, and whether it is still being written. */
export interface OpencodeReading {
  readonly turns: readonly Turn[];
  readonly isOpen: boolean;
}

/** Reads the parts of messages: prompts, calls with their results, and the ends of model calls. */
export class OpencodeParts {
  readonly #context: StoreContext;
  readonly #calls = new Seen(SEEN_LIMIT);
  readonly #messages = new Seen(SEEN_LIMIT);

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** A part that is read again gives only what it did not give before. */
  read(row: Row, place: SessionPlace): OpencodeReading {
    const data = rowData(row);
    const origin = rowOrigin(row, place, this.#context.path);
    switch (data['type']) {
      case 'text':
        return closed(this.#isPersons(row, data, origin) ? [{ kind: 'message', ...origin }] : []);
      case 'tool':
        return this.#tool(row, data, origin);
      case 'step-finish':
        return closed(stepTurns(row, data, origin));
      case 'compaction':
        return closed([{ kind: 'compaction', ...origin }]);
      case 'retry':
        return closed([this.#retry(data, origin)]);
      default:
        return closed([]);
    }
  }

  #isPersons(row: Row, data: JsonObject, origin: Origin): boolean {
    const text = textAt(data, 'text') ?? '';
    return (
      row['role'] === 'user' &&
      origin.agent === undefined &&
      data['synthetic'] !== true &&
      data['ignored'] !== true &&
      text.trim() !== '' &&
      !isInjected(text) &&
      this.#messages.first(String(row['message_id']))
    );
  }

  #tool(row: Row, data: JsonObject, origin: Origin): OpencodeReading {
    const state = objectAt(data, 'state');
    const id = textAt(data, 'callID') ?? row.id;
    const tool = textAt(data, 'tool');
    if (tool === undefined || state['status'] === 'pending') {
      return { turns: [], isOpen: tool !== undefined };
    }
    const begun: readonly Turn[] = this.#calls.first(id)
      ? [{ kind: 'call', id, tool, digest: digestOf(state['input']), ...origin }]
      : [];
    const result = resultOf(state, id, origin);
    return result === undefined ? { turns: begun, isOpen: true } : closed([...begun, result]);
  }

  #retry(data: JsonObject, origin: Origin): Turn {
    const attempt = numberAt(data, 'attempt');
    const refusal = opencodeRefusal(objectAt(data, 'error'), origin.atMs, this.#context);
    return { kind: 'retry', refusal, ...(attempt === undefined ? {} : { attempt }), ...origin };
  }
}

const SEEN_LIMIT = 4_096;

/** The JSON of a row; an empty object where it holds none. */
export function rowData(row: Row): JsonObject {
  const text = row['data'];
  const data = typeof text === 'string' ? parseJson(text) : undefined;
  return isObject(data) ? data : {};
}

/** Where and when a row was written. */
export function rowOrigin(row: Row, place: SessionPlace, source: string): Origin {
  const atMs = numberAt(row, 'time_created');
  return {
    ...place,
    ...(atMs === undefined ? {} : { atMs }),
    place: { source, record: row.row },
  };
}

/** A reading of a row that will not change. */
export function closed(turns: readonly Turn[]): OpencodeReading {
  return { turns, isOpen: false };
}

function resultOf(state: JsonObject, id: string, origin: Origin): Turn | undefined {
  const atMs = numberAt(objectAt(state, 'time'), 'end') ?? origin.atMs;
  const at = { ...origin, ...(atMs === undefined ? {} : { atMs }) };
  if (state['status'] === 'completed') {
    return { kind: 'result', id, digest: digestOf(state['output']), ...at };
  }
  return state['status'] === 'error'
    ? { kind: 'result', id, digest: digestOf(state['error']), failed: true, ...at }
    : undefined;
}

function stepTurns(row: Row, data: JsonObject, origin: Origin): readonly Turn[] {
  const answer: Turn = { kind: 'answer', id: row.id, ...origin };
  return data['reason'] === 'tool-calls' ? [answer] : [answer, { kind: 'rest', ...origin }];
}
