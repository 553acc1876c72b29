import type { Payload } from '@harness/notify-core';

/** @property past - What has changed since it was recorded, in words; absent where it is still news. */
export interface Amendment {
  readonly replayed: boolean;
  readonly delayedMs: number;
  readonly past?: string;
}

const TELL_DELAY_ABOVE_S = 60;

/** A payload as it leaves: how late it is, that an earlier daemon recorded it, and that it is past if it is. */
export function amendPayload(payload: Payload, { replayed, delayedMs, past }: Amendment): Payload {
  const delayedS = Math.floor(delayedMs / 1000);
  return {
    ...payload,
    ...(past === undefined ? {} : { message: `${payload.message} (${past})` }),
    ...(replayed ? { replayed: true } : {}),
    ...(delayedS > TELL_DELAY_ABOVE_S ? { delayed_s: delayedS } : {}),
  };
}
