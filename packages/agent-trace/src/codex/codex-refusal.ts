import type { Refusal } from '@harness/turns';
import { isObject, type JsonObject, numberAt, objectAt, textAt } from '../json-value.ts';
import type { ReadContext } from '../lines/line-format.ts';
import { refused } from '../refused.ts';

/** When the used-up windows of an account open again, in Unix milliseconds. */
export interface RateLimits {
  readonly resetMs: number | undefined;
}

/** What `token_count` says about the account; undefined where it says nothing. */
export function rateLimitsOf(event: JsonObject): RateLimits | undefined {
  const limits = event['rate_limits'];
  if (!isObject(limits)) {
    return undefined;
  }
  const resets = [objectAt(limits, 'primary'), objectAt(limits, 'secondary')]
    .filter((window) => (numberAt(window, 'used_percent') ?? 0) >= USED_UP)
    .map((window) => numberAt(window, 'resets_at'))
    .filter((epochS) => epochS !== undefined);
  return { resetMs: resets.length === 0 ? undefined : Math.max(...resets) * 1_000 };
}

/** What an error record says. A quota opens when the account's used-up windows do, if it knows. */
export function codexRefusal(
  error: JsonObject,
  atMs: number | undefined,
  limits: RateLimits | undefined,
  context: ReadContext,
): { readonly refusal: Refusal } {
  const info = codeOf(error['codex_error_info']);
  const material = { text: textAt(error, 'message') ?? '', ...info };
  const refusal = refused(material, atMs, context.zone);
  const resetMs = limits?.resetMs;
  return refusal.class === 'quota' && resetMs !== undefined
    ? { refusal: refused({ ...material, resetMs }, atMs, context.zone) }
    : { refusal };
}

function codeOf(info: unknown): { readonly code?: string; readonly status?: number } {
  if (typeof info === 'string') {
    return { code: info };
  }
  const [code, detail] = isObject(info) ? (Object.entries(info)[0] ?? []) : [];
  const status = isObject(detail) ? numberAt(detail, 'http_status_code') : undefined;
  return { ...(code === undefined ? {} : { code }), ...(status === undefined ? {} : { status }) };
}

const USED_UP = 100;
