import type { Origin, Place, Turn } from '@harness/turns';
import { digestOf } from '../digest.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { Identity, ReadContext, ReadRecord } from '../lines/line-format.ts';
import { recordTime } from '../record-time.ts';
import { Seen } from '../seen.ts';
import { isPersonsMessage } from './claude-prompt.ts';
import { claudeRefusal, claudeRetry } from './claude-refusal.ts';

/**
 * Reads the records of one Claude Code transcript.
 *
 * Source: transcripts of Claude Code 1.0 to 2.1.332, 2026-11. One response is written as several
 * `assistant` records with one `message.id`; its refusal has `isApiErrorMessage`, and what it tries
 * again `type: "system", subtype: "api_error"`.
 */
export function claudeReader(identity: Identity, context: ReadContext): ReadRecord {
  const seen = { answers: new Seen(SEEN_LIMIT), calls: new Seen(SEEN_LIMIT) };
  return (record, place) => {
    const origin = originOf(record, identity, place);
    switch (record['type']) {
      case 'assistant':
        return record['isApiErrorMessage'] === true
          ? refusalTurns(record, origin, context)
          : answerTurns(record, origin, seen);
      case 'user':
        return userTurns(record, origin);
      case 'system':
        return systemTurns(record, origin, context);
      default:
        return [];
    }
  };
}

const SEEN_LIMIT = 4_096;

interface SeenIds {
  readonly answers: Seen;
  readonly calls: Seen;
}

function originOf(record: JsonObject, identity: Identity, place: Place): Origin {
  const atMs = recordTime(record);
  const agent = identity.agent ?? textAt(record, 'agentId') ?? sidechainOf(record);
  return {
    session: identity.session,
    ...(agent === undefined ? {} : { agent }),
    ...(atMs === undefined ? {} : { atMs }),
    place,
  };
}

// Before sub-agents had ids and files of their own, their records stood among the main agent's.
function sidechainOf(record: JsonObject): string | undefined {
  return record['isSidechain'] === true ? 'sidechain' : undefined;
}

function refusalTurns(record: JsonObject, origin: Origin, context: ReadContext): readonly Turn[] {
  const refusal = claudeRefusal(record, origin.atMs, context);
  return [
    { kind: 'refusal', refusal, ...origin },
    { kind: 'rest', ...origin },
  ];
}

function answerTurns(record: JsonObject, origin: Origin, seen: SeenIds): readonly Turn[] {
  const message = objectAt(record, 'message');
  // What the program says in the model's place, such as "No response requested.", is no model call.
  if (message['role'] !== 'assistant' || message['model'] === '<synthetic>') {
    return [];
  }
  const id = textAt(message, 'id') ?? textAt(record, 'requestId') ?? textAt(record, 'uuid');
  const answers: Turn[] =
    id !== undefined && !seen.answers.first(id)
      ? []
      : [{ kind: 'answer', ...(id === undefined ? {} : { id }), ...origin }];
  const calls = objectsAt(message, 'content').flatMap((part) => callTurns(part, origin, seen));
  const ends = ENDS.has(message['stop_reason']);
  return [...answers, ...calls, ...(ends ? [{ kind: 'rest', ...origin } as const] : [])];
}

const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence', 'refusal', 'max_tokens']);

function callTurns(part: JsonObject, origin: Origin, seen: SeenIds): readonly Turn[] {
  const id = textAt(part, 'id');
  const tool = textAt(part, 'name');
  if (part['type'] !== 'tool_use' || id === undefined || tool === undefined) {
    return [];
  }
  return seen.calls.first(id)
    ? [{ kind: 'call', id, tool, digest: digestOf(part['input']), ...origin }]
    : [];
}

function userTurns(record: JsonObject, origin: Origin): readonly Turn[] {
  const results = objectsAt(objectAt(record, 'message'), 'content').flatMap((part) =>
    resultTurns(part, origin),
  );
  const isPersons = origin.agent === undefined && isPersonsMessage(record);
  return isPersons ? [...results, { kind: 'message', ...origin }] : results;
}

function resultTurns(part: JsonObject, origin: Origin): readonly Turn[] {
  const id = textAt(part, 'tool_use_id');
  if (part['type'] !== 'tool_result' || id === undefined) {
    return [];
  }
  const failed = part['is_error'] === true ? ({ failed: true } as const) : {};
  return [{ kind: 'result', id, digest: digestOf(settled(part['content'])), ...failed, ...origin }];
}

// A look at a running job prints the time of the look, which would make every result a new one.
function settled(content: unknown): unknown {
  return typeof content === 'string' ? content.replace(LOOKED_AT, '') : content;
}

const LOOKED_AT = /<timestamp>[^<]{0,64}<\/timestamp>/g;

function systemTurns(record: JsonObject, origin: Origin, context: ReadContext): readonly Turn[] {
  switch (record['subtype']) {
    case 'api_error':
      return [{ kind: 'retry', ...claudeRetry(record, origin.atMs, context), ...origin }];
    case 'compact_boundary':
      return [{ kind: 'compaction', ...origin }];
    case 'turn_duration':
      return [{ kind: 'rest', ...origin }];
    default:
      return [];
  }
}
