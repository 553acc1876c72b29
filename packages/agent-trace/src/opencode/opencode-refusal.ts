import type { Refusal } from '@harness/turns';
import { type JsonObject, numberAt, objectAt, textAt } from '../json-value.ts';
import type { ReadContext } from '../lines/line-format.ts';
import { refused } from '../refused.ts';

/** What an error of a message or of a retry says. */
export function opencodeRefusal(
  error: JsonObject,
  atMs: number | undefined,
  { zone }: ReadContext,
): Refusal {
  const data = objectAt(error, 'data');
  const code = textAt(error, 'name');
  const status = numberAt(data, 'statusCode');
  const said = [textAt(data, 'message'), textAt(data, 'responseBody')];
  const text = said.filter((each) => each !== undefined).join('\n');
  return refused(
    {
      text,
      ...(code === undefined ? {} : { code }),
      ...(status === undefined ? {} : { status }),
    },
    atMs,
    zone,
  );
}
