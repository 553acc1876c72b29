/** What a refused model call was refused for, as a guard acts on it. */
export const REFUSAL_CLASSES = [
  'quota',
  'auth',
  'context',
  'transport',
  'timeout',
  'other',
] as const;

/** One of {@link REFUSAL_CLASSES}; an overloaded provider is `other`. */
export type RefusalClass = (typeof REFUSAL_CLASSES)[number];

/** The names of the classifier's rules: safe to show, they hold none of the provider's words. */
export const REFUSAL_RULES = [
  'usage_window',
  'rate_limit',
  'credits',
  'plan',
  'key',
  'login',
  'token',
  'prompt_too_long',
  'request_too_large',
  'connect',
  'reset',
  'stream',
  'tls',
  'gateway',
  'request',
  'stream_idle',
  'overloaded',
  'server',
  'bad_request',
  'content_policy',
  'compaction',
  'poisoned_session',
  'local_store',
  'unknown',
] as const;

/** One of {@link REFUSAL_RULES}. */
export type RefusalRule = (typeof REFUSAL_RULES)[number];

/** What a provider layer wrote about one refused call: what a refusal is classified from. */
export interface RefusalMaterial {
  /** The provider's words; may hold its JSON. */
  readonly text: string;
  /** The HTTP status, where the record states it. */
  readonly status?: number;
  /** The record's own name of the error, such as `rate_limit` or `usage_limit_exceeded`. */
  readonly code?: string;
  /** A reset that the record states as a number, in Unix milliseconds: it wins over the text. */
  readonly resetMs?: number;
}

/** A refused model call, classified. */
export interface Refusal {
  readonly class: RefusalClass;
  readonly rule: RefusalRule;
  /** When the provider said it would answer again, in Unix milliseconds. Absent: it did not say. */
  readonly resetMs?: number;
  /** The provider named a time more than eight days ahead, and `resetMs` is eight days ahead. */
  readonly held?: true;
  /** The provider's words, raw, at most 4,096 UTF-16 units. */
  readonly text: string;
  readonly status?: number;
}

/** Where and when a refusal was written. */
export interface RefusalContext {
  /** The record's own time in Unix milliseconds: reset times count from it. */
  readonly atMs: number;
  /** The IANA name of the zone in which the agent prints times that name no zone. */
  readonly zone: string;
}
