import type { Origin } from '@harness/turns';
import type { Observation } from '../observation.ts';
import { type Context, quietly, type Step } from '../step.ts';
import { findLoop } from './find-loop.ts';
import { type LoopState, NO_CALLS, type Track } from './loop-state.ts';
import { isOf, newTrack, withCall, withResult } from './track.ts';

/** How many agents of a run are followed at a time; of more, the one that called least recently is forgotten. */
const MOST_TRACKS = 32;

/**
 * Watches the tool calls of a run for a call, or a cycle of up to three, that is repeated `loopLimit` times: the same
 * tool with the same arguments, whatever the results. A call that only waits for a running job, and a cycle with one,
 * may be repeated `waitingFactor` times as often, and counts only while its result stays the same. Each sub-agent of
 * each session is judged by itself. Another call, a person's message and a new session end its streak.
 *
 * One verdict a run at most.
 */
export function observeLoop(
  state: LoopState,
  observation: Observation,
  context: Context,
): Step<LoopState> {
  if (observation.kind === 'run_started') {
    return quietly(NO_CALLS);
  }
  if (context.settings.loopLimit === 0) {
    return quietly(state.tracks.length === 0 ? state : { ...state, tracks: [] });
  }
  return state.stopping ? quietly(state) : follow(state, observation, context);
}

function follow(state: LoopState, observation: Observation, context: Context): Step<LoopState> {
  switch (observation.kind) {
    case 'session':
    case 'message':
      return without(state, observation);
    case 'call': {
      const track = trackOf(state, observation);
      return judge(state, track, withCall(track, observation), context);
    }
    case 'result': {
      const track = trackOf(state, observation);
      const after = withResult(track, observation);
      return after === track ? quietly(state) : judge(state, track, after, context);
    }
    default:
      return quietly(state);
  }
}

function without(state: LoopState, turn: Origin): Step<LoopState> {
  const tracks = state.tracks.filter((track) => !isOf(track, turn));
  return quietly(tracks.length === state.tracks.length ? state : { ...state, tracks });
}

function judge(state: LoopState, before: Track, after: Track, context: Context): Step<LoopState> {
  const loop = findLoop(after, context);
  return loop === undefined
    ? quietly({ stopping: false, tracks: withNewest(state.tracks, before, after) })
    : { state: { stopping: true, tracks: [] }, verdicts: [loop] };
}

function withNewest(tracks: readonly Track[], before: Track, after: Track): readonly Track[] {
  const at = tracks.lastIndexOf(before);
  if (at !== -1 && at === tracks.length - 1) {
    return tracks.with(at, after);
  }
  const others = at === -1 ? tracks.slice(1 - MOST_TRACKS) : tracks.toSpliced(at, 1);
  return [...others, after];
}

/** Looked for from the end, where the one is that called last. */
function trackOf(state: LoopState, turn: Origin): Track {
  return state.tracks.findLast((track) => isOf(track, turn)) ?? newTrack(turn);
}
