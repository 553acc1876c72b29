import type { Origin, Turn } from '@harness/turns';

/** Tells of each session once, before the first turn that a run writes into it. */
export class BegunSessions {
  readonly #begun = new Set<string>();

  /** `isResumed` says whether a session held anything before the run. */
  told(turns: readonly Turn[], isResumed: (session: string) => boolean): readonly Turn[] {
    return turns.flatMap((turn) => {
      if (turn.agent !== undefined || this.#begun.has(turn.session)) {
        return [turn];
      }
      this.#begun.add(turn.session);
      return [
        { kind: 'session', resumed: isResumed(turn.session), ...originOf(turn) } as const,
        turn,
      ];
    });
  }
}

function originOf({ session, atMs, place }: Origin): Origin {
  return {
    session,
    ...(atMs === undefined ? {} : { atMs }),
    ...(place === undefined ? {} : { place }),
  };
}
