import type { Refusal, RefusalMaterial } from '@harness/turns';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../json-value.ts';
import type { ReadContext } from '../lines/line-format.ts';
import { refused } from '../refused.ts';

/** What a record says that Claude Code gave up on. */
export function claudeRefusal(
  record: JsonObject,
  atMs: number | undefined,
  context: ReadContext,
): Refusal {
  const texts = objectsAt(objectAt(record, 'message'), 'content').map((part) =>
    textAt(part, 'text'),
  );
  return refused(
    material({
      text: texts.filter((each) => each !== undefined).join('\n'),
      status: numberAt(record, 'apiErrorStatus'),
      code: textAt(record, 'error') ?? textAt(record, 'apiErrorType'),
    }),
    atMs,
    context.zone,
  );
}

/** What a record says that Claude Code will try again. */
export function claudeRetry(
  record: JsonObject,
  atMs: number | undefined,
  context: ReadContext,
): { readonly refusal: Refusal; readonly attempt?: number } {
  const error = objectAt(record, 'error');
  const said = textAt(error, 'formatted') ?? textAt(error, 'message');
  const body = objectAt(objectAt(error, 'error'), 'error');
  const attempt = numberAt(record, 'retryAttempt');
  const refusal = refused(
    material({
      text: said ?? textAt(body, 'message') ?? textAt(objectAt(error, 'cause'), 'code') ?? '',
      status: numberAt(error, 'status'),
      code: textAt(body, 'type'),
    }),
    atMs,
    context.zone,
  );
  return { refusal, ...(attempt === undefined ? {} : { attempt }) };
}

function material(found: {
  readonly text: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
}): RefusalMaterial {
  return {
    text: found.text,
    ...(found.status === undefined ? {} : { status: found.status }),
    ...(found.code === undefined ? {} : { code: found.code }),
  };
}
