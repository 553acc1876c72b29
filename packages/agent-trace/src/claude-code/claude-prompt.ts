import { isInjected } from '../injected-text.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../json-value.ts';

/** Whether a `user` record holds what a person, or the program that drives the agent, said. */
export function isPersonsMessage(record: JsonObject): boolean {
  const message = objectAt(record, 'message');
  if (message['role'] !== 'user' || isMarked(record)) {
    return false;
  }
  return textsOf(message).some((text) => text.trim() !== '' && !isInjected(text));
}

function isMarked(record: JsonObject): boolean {
  return (
    record['isMeta'] === true ||
    record['isCompactSummary'] === true ||
    record['isVisibleInTranscriptOnly'] === true ||
    objectAt(record, 'origin')['kind'] === 'task-notification'
  );
}

function textsOf(message: JsonObject): readonly string[] {
  const content = message['content'];
  if (typeof content === 'string') {
    return [content];
  }
  const parts = objectsAt(message, 'content');
  // Beside a tool's result stands only what the program adds to it.
  if (parts.some((part) => part['type'] === 'tool_result')) {
    return [];
  }
  return parts.flatMap((part) =>
    part['type'] === 'text' ? [textAt(part, 'text') ?? ''] : ['image'],
  );
}
