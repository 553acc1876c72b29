import type { CallTurn, Origin, ResultTurn } from '@harness/turns';
import { type Call, LONGEST_CYCLE, type Track } from './loop-state.ts';
import { isWaitingTool } from './waiting-tools.ts';

const NO_REPEATS: readonly number[] = Array.from({ length: LONGEST_CYCLE }, () => 0);

/** The track of an agent that has not called anything. */
export function newTrack({ session, agent }: Origin): Track {
  return { session, ...(agent === undefined ? {} : { agent }), calls: [], repeats: NO_REPEATS };
}

/** Whether a turn is of the agent that a track follows. */
export function isOf(track: Track, { session, agent }: Origin): boolean {
  return track.session === session && track.agent === agent;
}

/** Adds a call, and counts which of the calls before it repeats. */
export function withCall(track: Track, turn: CallTurn): Track {
  const call = callOf(track, turn);
  const { calls } = track;
  return {
    ...track,
    calls: [...(calls.length > LONGEST_CYCLE ? calls.slice(-LONGEST_CYCLE) : calls), call],
    repeats: track.repeats.map((count, index) =>
      isSame(track.calls.at(-1 - index), turn) ? count + 1 : 0,
    ),
  };
}

/** Takes note of what a waiting call gave. Another result than before is progress, which ends every streak. */
export function withResult(track: Track, { id, digest }: ResultTurn): Track {
  const call = track.calls.find((one) => one.id === id && one.awaited);
  if (call === undefined) {
    return track;
  }
  const progress = call.result !== undefined && call.result !== digest;
  return {
    ...track,
    calls: track.calls.map((one) => (isSame(one, call) ? answered(one, id, digest) : one)),
    repeats: progress ? NO_REPEATS : track.repeats,
  };
}

function callOf(track: Track, turn: CallTurn): Call {
  const { id, tool, digest } = turn;
  if (turn.sendsNothing !== true && !isWaitingTool(tool)) {
    return { id, tool, digest, waits: false, awaited: false };
  }
  const result = track.calls.findLast((one) => isSame(one, turn))?.result;
  const call = { id, tool, digest, waits: true, awaited: true };
  return result === undefined ? call : { ...call, result };
}

function answered(call: Call, id: string, result: string): Call {
  return { ...call, result, awaited: call.awaited && call.id !== id };
}

function isSame(
  call: Pick<Call, 'tool' | 'digest'> | undefined,
  other: Pick<Call, 'tool' | 'digest'>,
): boolean {
  return call?.tool === other.tool && call.digest === other.digest;
}
