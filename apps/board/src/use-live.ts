import type { Overview } from '@harness/protocol';
import { useEffect, useState } from 'preact/hooks';
import { askOverview } from './ask.ts';
import { type Contact, followDaemon } from './follow-daemon.ts';
import { useAsked } from './use-asked.ts';

/** What the page knows of the daemon. */
export interface Live {
  readonly contact: Contact;
  /** The last one that came; undefined before the first. */
  readonly overview: Received | undefined;
  /** Why the last try gave none. */
  readonly problem: Error | undefined;
  /** Grows with every change: whoever asked before asks again. */
  readonly edition: number;
  /** Grows with every sign of life, changes included. */
  readonly beat: number;
}

/** An overview, and how far the daemon's clock is ahead of this browser's. */
export interface Received {
  readonly answer: Overview;
  /** 0 where they agree to two seconds: a number that jumps is worse than one that is a second off. */
  readonly aheadMs: number;
}

const AGREE_MS = 2_000;
const RETRY_MS = 3_000;

async function receive(): Promise<Received> {
  const answer = await askOverview();
  const aheadMs = Date.parse(answer.at) - Date.now();
  return { answer, aheadMs: Math.abs(aheadMs) <= AGREE_MS ? 0 : aheadMs };
}

/** Follows the daemon as long as the page is there. */
export function useLive(): Live {
  const [contact, setContact] = useState<Contact>({ kind: 'connecting' });
  const [edition, setEdition] = useState(0);
  const [beat, setBeat] = useState(0);
  const { value, problem } = useAsked(receive, 'overview', edition);
  useEffect(
    () =>
      followDaemon({
        contact: setContact,
        changed: () => setEdition(oneMore),
        alive: () => setBeat(oneMore),
      }),
    [],
  );
  useEffect(() => {
    const timer =
      problem === undefined ? undefined : setTimeout(() => setEdition(oneMore), RETRY_MS);
    return () => clearTimeout(timer);
  }, [problem]);
  return { contact, overview: value, problem, edition, beat };
}

function oneMore(before: number): number {
  return before + 1;
}
