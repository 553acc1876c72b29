import { cutText, MESSAGE_LIMIT, type Payload } from '@harness/notify-core';

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
    ...(past === undefined ? {} : { message: withRemark(payload.message, past) }),
    ...(replayed ? { replayed: true } : {}),
    ...(delayedS > TELL_DELAY_ABOVE_S ? { delayed_s: delayedS } : {}),
  };
}

/** Room for the remark is taken from before the last dash: after it stands the command that helps. */
function withRemark(message: string, remark: string): string {
  const dash = message.lastIndexOf(' — ');
  const lead = dash === -1 ? message : message.slice(0, dash);
  const end = `${message.slice(lead.length)} (${remark})`;
  const room = {
    graphemes: MESSAGE_LIMIT.graphemes - end.length,
    bytes: MESSAGE_LIMIT.bytes - Buffer.byteLength(end),
  };
  return `${cutText(lead, room)}${end}`;
}
