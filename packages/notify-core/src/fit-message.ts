import { cutText, measureText, type TextLimit } from './cut-text.ts';
import type { MessageParts } from './description.ts';

/** What a payload's `cause` measures at most. */
export const CAUSE_LIMIT: TextLimit = { graphemes: 240, bytes: 4096 };

/** What a payload's `message`, and every other string of it, measures at most. */
export const MESSAGE_LIMIT: TextLimit = { graphemes: 1000, bytes: 4096 };

/** As much of a cause as a long list before it leaves room for. */
const SHORT_CAUSE: TextLimit = { graphemes: 80, bytes: 1024 };
const QUOTES: TextLimit = { graphemes: 4, bytes: 4 };

/**
 * Joins a message to `lead: "cause" — tail` within its limits. The cause gives way first and the
 * end of the lead, where lists stand, second; the command in the tail stays whole.
 */
export function fitMessage({ lead, cause, tail }: MessageParts): string {
  const end = ` — ${tail}`;
  const room = less(MESSAGE_LIMIT, measureText(end));
  if (cause === undefined) {
    return cutText(`${cutText(lead, room)}${end}`, MESSAGE_LIMIT);
  }
  const forCause = less(room, QUOTES);
  const head = cutText(lead, less(forCause, measureText(cutText(cause, SHORT_CAUSE))));
  const quoted = cutText(cause, less(forCause, measureText(head)));
  return cutText(`${head}: "${quoted}"${end}`, MESSAGE_LIMIT);
}

function less(limit: TextLimit, taken: TextLimit): TextLimit {
  return {
    graphemes: Math.max(0, limit.graphemes - taken.graphemes),
    bytes: Math.max(0, limit.bytes - taken.bytes),
  };
}
