import type {
  AnswerTurn,
  CallTurn,
  CompactionTurn,
  MessageTurn,
  RefusalTurn,
  SessionTurn,
} from '@harness/turns';
import type { Observation } from '../observation.ts';
import { type Context, quietly, type Step } from '../step.ts';
import type { RotationStuck, Wedged } from '../verdict.ts';
import { NO_SESSIONS, type SessionState, type SessionTail } from './session-state.ts';

/** How many sessions of a run are followed at a time; of more, the one that was active least recently is forgotten. */
const MOST_SESSIONS = 16;

const TOO_SOON = 'a second rotation within an hour';

/**
 * Watches for a session that is wedged: the top-level session that was active last ends in at least `wedgingErrors`
 * context-limit errors, no success after the first of them (a compaction is one), the newest at most `wedgeAgeMs` old.
 * It judges at a tick, when the transcript has been read to its end.
 *
 * `wedged` asks for a rotation; within `rotationPauseMs` of one it is `rotation_stuck`. One verdict a run at most.
 *
 * @param nowMs - Unix time
 */
export function observeSession(
  state: SessionState,
  observation: Observation,
  context: Context,
  nowMs: number,
): Step<SessionState> {
  switch (observation.kind) {
    case 'run_started':
      return quietly({ ...state, stopping: false, sessions: NO_SESSIONS.sessions });
    case 'rotated':
      return quietly({ ...state, rotatedMs: nowMs });
    case 'tick':
      return judge(state, context, nowMs);
    case 'session':
    case 'message':
    case 'call':
    case 'answer':
    case 'compaction':
    case 'refusal':
      return quietly(observation.agent === undefined ? follow(state, observation, nowMs) : state);
    default:
      return quietly(state);
  }
}

type Activity = SessionTurn | MessageTurn | CallTurn | AnswerTurn | CompactionTurn | RefusalTurn;

function follow(state: SessionState, turn: Activity, nowMs: number): SessionState {
  const before = state.sessions.at(-1);
  const tail =
    before?.session === turn.session
      ? before
      : state.sessions.find(({ session }) => session === turn.session);
  const after = tailAfter(
    tail ?? { session: turn.session, failedTurns: 0, failedMs: 0 },
    turn,
    nowMs,
  );
  if (after === before) {
    return state;
  }
  const others = state.sessions.filter((other) => other !== tail);
  return { ...state, sessions: [...others, after].slice(-MOST_SESSIONS) };
}

function tailAfter(tail: SessionTail, turn: Activity, nowMs: number): SessionTail {
  switch (turn.kind) {
    case 'answer':
    case 'compaction':
      return tail.failedTurns === 0 ? tail : { ...tail, failedTurns: 0, failedMs: 0 };
    case 'refusal':
      return turn.refusal.class === 'context'
        ? failed(tail, Math.min(turn.atMs ?? nowMs, nowMs))
        : tail;
    default:
      return tail;
  }
}

function failed(tail: SessionTail, atMs: number): SessionTail {
  return {
    ...tail,
    failedTurns: tail.failedTurns + 1,
    failedMs: Math.max(tail.failedMs, atMs),
  };
}

function judge(state: SessionState, context: Context, nowMs: number): Step<SessionState> {
  const newest = state.sessions.at(-1);
  if (state.stopping || newest === undefined || !isWedged(newest, context, nowMs)) {
    return quietly(state);
  }
  return {
    state: { ...state, stopping: true, sessions: NO_SESSIONS.sessions },
    verdicts: [verdictOn(newest, state, context, nowMs)],
  };
}

function isWedged(tail: SessionTail, { settings, policy }: Context, nowMs: number): boolean {
  return (
    settings.rotates &&
    tail.failedTurns >= policy.wedgingErrors &&
    nowMs - tail.failedMs <= policy.wedgeAgeMs
  );
}

function verdictOn(
  { session, failedTurns }: SessionTail,
  { rotatedMs }: SessionState,
  { policy }: Context,
  nowMs: number,
): Wedged | RotationStuck {
  // A clock that was set back must not keep an old rotation recent for ever.
  const recent = rotatedMs !== undefined && Math.abs(nowMs - rotatedMs) < policy.rotationPauseMs;
  return recent
    ? { kind: 'rotation_stuck', failedTurns, step: TOO_SOON }
    : { kind: 'wedged', failedTurns, session };
}
