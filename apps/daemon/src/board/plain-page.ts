import type { ServerResponse } from 'node:http';
import { SAFE_HEADERS } from './safe-headers.ts';

/** A page for a person who cannot see the board: no script, no style, no word from outside. */
export function sendPlainPage(
  response: ServerResponse,
  status: number,
  { title, text }: { readonly title: string; readonly text: string },
): void {
  sendHtml(response, status, {}, head(title), `<h1>${title}</h1><p>${text}</p>`);
}

/**
 * Begins a session and leads to the board. No redirection: a cookie that only the site itself gets would be missing from
 * the request that follows, where the link was clicked elsewhere.
 */
export function sendLoggedIn(response: ServerResponse, cookie: string): void {
  const onward = '<meta http-equiv="refresh" content="0; url=/">';
  sendHtml(
    response,
    200,
    { 'set-cookie': cookie },
    `${head('harness')}${onward}`,
    '<p>Logged in. <a href="/">To the board</a></p>',
  );
}

function head(title: string): string {
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title>`;
}

function sendHtml(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  inHead: string,
  body: string,
): void {
  response
    .writeHead(status, { ...SAFE_HEADERS, ...headers, 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><head>${inHead}</head><body><main>${body}</main></body></html>`,
    );
}
