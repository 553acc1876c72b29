import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { NotifyTestRequest, ProjectRequest, ThrowawayRequest } from '@harness/protocol';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

const MOST_BYTES = 65_536;
// A whole environment and command line, of which Linux takes 2 MiB, as JSON.
const MOST_ENVIRONMENT_BYTES = 8 * 1024 * 1024;

/**
 * Reads and checks the body of a notify-test request; an empty body asks for nothing special.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong with it.
 */
export async function readNotifyTestRequest(request: IncomingMessage): Promise<NotifyTestRequest> {
  const { notifyTestRequest } = await import('@harness/protocol/schemas');
  const { insideDelivery } = await readBody(request, notifyTestRequest);
  return insideDelivery === undefined ? {} : { insideDelivery };
}

/**
 * Reads and checks the body of a request about a project.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong with it.
 */
export async function readProjectRequest(request: IncomingMessage): Promise<ProjectRequest> {
  const { projectRequest } = await import('@harness/protocol/schemas');
  return readBody(request, projectRequest);
}

/**
 * Reads and checks the body of a request for a run.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong with it.
 */
export async function readTriggerRequest(request: IncomingMessage): Promise<{ wait: boolean }> {
  const { triggerRequest } = await import('@harness/protocol/schemas');
  return { wait: (await readBody(request, triggerRequest)).wait ?? false };
}

/**
 * Reads and checks the body of a request to run a command.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong with it.
 */
export async function readThrowawayRequest(request: IncomingMessage): Promise<ThrowawayRequest> {
  const { throwawayRequest } = await import('@harness/protocol/schemas');
  return readBody(request, throwawayRequest, MOST_ENVIRONMENT_BYTES);
}

async function readBody<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  mostBytes: number = MOST_BYTES,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
    throw new Refusal('bad_request', `a body may have ${mostBytes} bytes at most`);
  }
  const body = await text(request);
  const checked = schema.safeParse(parseJson(body === '' ? '{}' : body));
  if (!checked.success) {
    throw new Refusal('bad_request', checked.error.issues.map(({ message }) => message).join('; '));
  }
  return checked.data;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal('bad_request', 'the body is not JSON');
  }
}
