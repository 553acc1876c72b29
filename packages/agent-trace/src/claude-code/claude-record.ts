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

const SEEN_LIMIT = 512;

interface SeenIds {
  readonly answers: Seen;
  readonly calls: Seen;
}

function originOf(record: JsonObject, identity: Identity, place: Place): Origin {
  const origin: { -readonly [Key in keyof Origin]: Origin[Key] } = {
    session: identity.session,
    place,
  };
  const agent = identity.agent ?? textAt(record, 'agentId') ?? sidechainOf(record);
  if (agent !== undefined) {
    origin.agent = agent;
  }
  const atMs = recordTime(record);
  if (atMs !== undefined) {
    origin.atMs = atMs;
  }
  return origin;
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
  const turns: Turn[] = [];
  if (id === undefined) {
    turns.push({ ...origin, kind: 'answer' });
  } else if (seen.answers.first(id)) {
    turns.push({ ...origin, kind: 'answer', id });
  }
  for (const part of objectsAt(message, 'content')) {
    addCall(part, origin, seen, turns);
  }
  if (ENDS.has(message['stop_reason'])) {
    turns.push({ ...origin, kind: 'rest' });
  }
  return turns;
}

const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence', 'refusal', 'max_tokens']);

function addCall(part: JsonObject, origin: Origin, seen: SeenIds, turns: Turn[]): void {
  const id = textAt(part, 'id');
  const tool = textAt(part, 'name');
  const isCall = part['type'] === 'tool_use' && id !== undefined && tool !== undefined;
  if (isCall && seen.calls.first(id)) {
    turns.push({ ...origin, kind: 'call', id, tool, digest: digestOf(part['input']) });
  }
}

function userTurns(record: JsonObject, origin: Origin): readonly Turn[] {
  const turns: Turn[] = [];
  for (const part of objectsAt(objectAt(record, 'message'), 'content')) {
    addResult(part, origin, turns);
  }
  // Beside a tool's result stands only what the program adds to it.
  if (turns.length === 0 && origin.agent === undefined && isPersonsMessage(record)) {
    turns.push({ ...origin, kind: 'message' });
  }
  return turns;
}

function addResult(part: JsonObject, origin: Origin, turns: Turn[]): void {
  const id = textAt(part, 'tool_use_id');
  if (part['type'] !== 'tool_result' || id === undefined) {
    return;
  }
  const result = {
    ...origin,
    kind: 'result',
    id,
    digest: digestOf(settled(part['content'])),
  } as const;
  turns.push(part['is_error'] === true ? { ...result, failed: true } : result);
}

// A look at a running job prints the time of the look, which would make every result a new one.
function settled(content: unknown): unknown {
  return typeof content === 'string' && content.includes('<timestamp>')
    ? content.replace(LOOKED_AT, '')
    : content;
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
