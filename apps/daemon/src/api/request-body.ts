import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { NotifyTestRequest } from '@harness/protocol';
import { Refusal } from './refusal.ts';

const MOST_BYTES = 65_536;

/**
 * Reads and checks the body of a notify-test request; an empty body asks for nothing special.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong with it.
 */
export async function readNotifyTestRequest(request: IncomingMessage): Promise<NotifyTestRequest> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) {
    throw new Refusal('bad_request', `a body may have ${MOST_BYTES} bytes at most`);
  }
  const body = await text(request);
  const { notifyTestRequest } = await import('@harness/protocol/schemas');
  const checked = notifyTestRequest.safeParse(parseJson(body === '' ? '{}' : body));
  if (!checked.success) {
    throw new Refusal('bad_request', checked.error.issues.map(({ message }) => message).join('; '));
  }
  const { insideDelivery } = checked.data;
  return insideDelivery === undefined ? {} : { insideDelivery };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal('bad_request', 'the body is not JSON');
  }
}
