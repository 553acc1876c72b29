import { ERROR_CODES, STATUS_OF_CODE } from '@harness/protocol';
import { notifyTestRequest, projectRequest } from '@harness/protocol/schemas';
import { expect, it } from 'vitest';

it.each([
  [{}, true],
  [{ insideDelivery: '01K6' }, true],
  [{ insideDelivery: '' }, false],
  [{ insideDelivery: 7 }, false],
  [{ insideDelivery: 'x'.repeat(257) }, false],
  [{ inside: 'x' }, false],
  [[], false],
  [null, false],
])('takes %j as a notify-test request: %s', (body, fine) => {
  expect(notifyTestRequest.safeParse(body).success).toBe(fine);
});

it.each([
  [{ folder: '/home/me/work' }, true],
  [{ folder: 'work' }, false],
  [{ folder: '' }, false],
  [{ folder: '/a\0b' }, false],
  [{ folder: `/${'x'.repeat(4096)}` }, false],
  [{ folder: 7 }, false],
  [{}, false],
  [{ folder: '/a', force: true }, false],
])('takes %j as the request of a project: %s', (body, fine) => {
  expect(projectRequest.safeParse(body).success).toBe(fine);
});

it('gives every error code an HTTP status that says it is one', () => {
  for (const code of ERROR_CODES) {
    expect(STATUS_OF_CODE[code]).toBeGreaterThanOrEqual(400);
  }
});
