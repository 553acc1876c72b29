import type { AgentKind, Refusal, RefusalContext } from '@harness/turns';
import { isObject, type JsonObject, parseJson } from '../json-value.ts';
import { readClaudeStream } from './claude-stream.ts';
import { readCodexStream } from './codex-stream.ts';
import { readOpencodeStream } from './opencode-stream.ts';
import { readPlainOutput } from './plain-output.ts';

/** What the output of a run that has ended says about its end. */
export interface StreamOutput {
  /** The last thing said, in words: what a person would have read instead of events. */
  readonly cause?: string;
  /** The refused model call that the run ended on. */
  readonly refusal?: Refusal;
}

/**
 * Reads what a one-shot printed: the events of `claude --output-format stream-json`, `codex exec
 * --json` or `opencode run --format json`, or the plain text of any of them.
 *
 * `lines` are the last ones that were printed, in order. A refusal is taken from an event of the
 * provider layer alone, and of plain text from the last line alone; whether it counts is for the
 * caller, who knows how the run ended. Lines that are cut or no events are passed over.
 */
export function readStreamOutput(
  kind: AgentKind,
  lines: readonly string[],
  context: RefusalContext,
): StreamOutput {
  const events = lines.map(eventOf).filter((each) => each !== undefined);
  return events.length === 0 ? readPlainOutput(lines, context) : readEvents(kind, events, context);
}

function readEvents(
  kind: AgentKind,
  events: readonly JsonObject[],
  context: RefusalContext,
): StreamOutput {
  switch (kind) {
    case 'claude-code':
      return readClaudeStream(events, context);
    case 'codex':
      return readCodexStream(events, context);
    case 'opencode':
      return readOpencodeStream(events, context);
    case 'crush':
      return {};
    default:
      return assertNever(kind);
  }
}

function eventOf(line: string): JsonObject | undefined {
  const value = line.trimStart().startsWith('{') ? parseJson(line) : undefined;
  return isObject(value) && typeof value['type'] === 'string' ? value : undefined;
}

function assertNever(kind: never): never {
  throw new TypeError(`unknown agent: ${String(kind)}`);
}
