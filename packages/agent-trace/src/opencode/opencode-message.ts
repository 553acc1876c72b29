import type { Turn } from '@harness/turns';
import { numberAt, objectAt, textAt } from '../json-value.ts';
import type { Row } from '../stores/row-cursor.ts';
import type { SessionPlace } from '../stores/session-tree.ts';
import type { StoreContext } from '../stores/store-format.ts';
import { closed, type OpencodeReading, rowData, rowOrigin } from './opencode-part.ts';
import { opencodeRefusal } from './opencode-refusal.ts';

/** Reads messages for the failures that they end in. */
export class OpencodeMessages {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** An assistant's message stays open until it says how it ended. */
  read(row: Row, place: SessionPlace): OpencodeReading {
    const data = rowData(row);
    const error = objectAt(data, 'error');
    const name = textAt(error, 'name');
    if (name === undefined) {
      const isOpen = data['role'] === 'assistant' && textAt(data, 'finish') === undefined;
      return { turns: [], isOpen };
    }
    const origin = rowOrigin(row, place, this.#context.path);
    const atMs = numberAt(objectAt(data, 'time'), 'completed') ?? origin.atMs;
    const at = { ...origin, ...(atMs === undefined ? {} : { atMs }) };
    const refusal = opencodeRefusal(error, atMs, this.#context);
    const rest: Turn = { kind: 'rest', ...at };
    return closed(BY_HAND.has(name) ? [rest] : [{ kind: 'refusal', refusal, ...at }, rest]);
  }
}

// The provider had no part in these endings.
const BY_HAND: ReadonlySet<string> = new Set(['MessageAbortedError', 'AbortError']);
