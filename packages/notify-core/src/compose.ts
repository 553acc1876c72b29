import { cleanText } from './clean-text.ts';
import { cutText } from './cut-text.ts';
import type { Description, MessageParts } from './description.ts';
import { CAUSE_LIMIT, fitMessage, MESSAGE_LIMIT } from './fit-message.ts';
import { instantText } from './instant-text.ts';
import { PAYLOAD_VERSION, type Payload } from './payload.ts';

/** What the daemon knows of a delivery beside its fact. */
export interface Stamp {
  readonly host: string;
  readonly harness?: string | undefined;
  /** When the event arose, in Unix milliseconds. */
  readonly timeMs: number;
  readonly id: string;
  readonly seq?: number | undefined;
  readonly store?: string | undefined;
  readonly episode?: string | undefined;
  readonly resolves?: readonly string[] | undefined;
  readonly suppressed?: number | undefined;
  readonly replayed?: boolean | undefined;
  /** Seconds between the event and this delivery; told when over 60. */
  readonly delayedS?: number | undefined;
}

/** Masks the credentials in a text. */
export type Redact = (text: string) => string;

/** Every key of a payload in its order, those that do not apply without a value. */
type Draft = { readonly [Key in keyof Required<Payload>]: Payload[Key] | undefined };

const DELAY_WORTH_TELLING_S = 60;
const NAMELESS_HOST = 'unknown';

/**
 * Builds the payload of one delivery.
 *
 * Each text is cleaned, then redacted whole, then cut; the cause is redacted by itself, before it
 * is quoted in the message. Only what the daemon made up itself (`id`, `store`, episodes, times)
 * is passed on as it is.
 */
export function compose(description: Description, stamp: Stamp, redact: Redact): Payload {
  const safe = (text: string | undefined): string | undefined => safeText(text, redact);
  const short = (text: string | undefined): string | undefined => cut(safe(text));
  return present({
    version: PAYLOAD_VERSION,
    event: description.event,
    harness: short(stamp.harness),
    host: short(stamp.host) ?? NAMELESS_HOST,
    state: short(description.state),
    message: fitMessage(safeParts(description.message, safe)),
    cause: cutCause(safe(description.cause)),
    hint: short(description.hint),
    time: instantText(stamp.timeMs),
    exit_code: description.exit_code,
    restarts: description.restarts,
    tool: short(description.tool),
    count: description.count,
    run_id: description.run_id,
    until: short(description.until),
    id: stamp.id,
    seq: stamp.seq,
    store: stamp.store,
    episode: stamp.episode,
    resolves: stamp.resolves?.length ? stamp.resolves : undefined,
    severity: description.severity,
    suppressed: stamp.suppressed || undefined,
    replayed: stamp.replayed || undefined,
    delayed_s: delayWorthTelling(stamp.delayedS),
  });
}

function safeText(text: string | undefined, redact: Redact): string | undefined {
  const clean = text === undefined ? '' : cleanText(text);
  return clean === '' ? undefined : redact(clean);
}

function safeParts(
  { lead, cause, tail }: MessageParts,
  safe: (text: string | undefined) => string | undefined,
): MessageParts {
  const quoted = cutCause(safe(cause));
  const parts = { lead: safe(lead) ?? '', tail: safe(tail) ?? '' };
  return quoted === undefined ? parts : { ...parts, cause: quoted };
}

function cutCause(cause: string | undefined): string | undefined {
  return cause === undefined ? undefined : cutText(cause, CAUSE_LIMIT);
}

function cut(text: string | undefined): string | undefined {
  return text === undefined ? undefined : cutText(text, MESSAGE_LIMIT);
}

function delayWorthTelling(delayedS: number | undefined): number | undefined {
  const wholeS = Math.floor(delayedS ?? 0);
  return wholeS > DELAY_WORTH_TELLING_S ? wholeS : undefined;
}

function present(draft: Draft): Payload {
  const entries = Object.entries(draft).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as Payload;
}
