import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { PageFile } from '@harness/board';
import { SAFE_HEADERS } from './safe-headers.ts';

/** Sends a file of the page; false where the page has none of that path. Loaded at the first request. */
export async function sendPageFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { PAGE } = await import('@harness/board');
  const file = PAGE.find((one) => one.path === path);
  if (file === undefined) {
    return false;
  }
  const { headers, body } = encoded(file, request);
  response
    .writeHead(200, {
      ...SAFE_HEADERS,
      ...headers,
      'content-type': file.type,
      vary: 'accept-encoding',
      // The name of every other file has its content in it.
      ...(path === '/' ? {} : { 'cache-control': 'private, max-age=31536000, immutable' }),
    })
    .end(body);
  return true;
}

function encoded(
  { gzip }: PageFile,
  { headers }: IncomingMessage,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const body = Buffer.from(gzip, 'base64');
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
    ? { headers: { 'content-encoding': 'gzip' }, body }
    : { headers: {}, body: gunzipSync(body) };
}
