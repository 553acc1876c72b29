import type { Turn } from '@harness/turns';
import type { OpenTurn } from './stall-state.ts';

/**
 * What the agent is at after a turn. A message, a call and a retry open it, the end of what was asked for and a
 * refusal that the agent gave up on close it. Sub-agents work within their parent's call.
 */
export function openTurnAfter(
  open: OpenTurn | undefined,
  turn: Turn,
  nowMs: number,
): OpenTurn | undefined {
  if (turn.agent !== undefined) {
    return open;
  }
  switch (turn.kind) {
    case 'message':
    case 'call':
    case 'retry':
      return opened(open, turn.session, nowMs);
    case 'rest':
    case 'refusal':
      return open?.session === turn.session ? undefined : open;
    default:
      return open;
  }
}

function opened(open: OpenTurn | undefined, session: string, nowMs: number): OpenTurn {
  return open?.session === session ? open : { session, sinceMs: open?.sinceMs ?? nowMs };
}
