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
  /** Grows with every change: whoever asked before asks again. */
  readonly edition: number;
}

/** An overview, and how far the daemon's clock is ahead of this browser's. */
export interface Received {
  readonly answer: Overview;
  /** 0 where they agree to two seconds: a number that jumps is worse than one that is a second off. */
  readonly aheadMs: number;
}

const AGREE_MS = 2_000;

async function receive(): Promise<Received> {
  const answer = await askOverview();
  const aheadMs = Date.parse(answer.at) - Date.now();
  return { answer, aheadMs: Math.abs(aheadMs) <= AGREE_MS ? 0 : aheadMs };
}

/** Follows the daemon as long as the page is there. */
export function useLive(): Live {
  const [contact, setContact] = useState<Contact>({ kind: 'connecting' });
  const [edition, setEdition] = useState(0);
  useEffect(
    () => followDaemon({ contact: setContact, changed: () => setEdition((before) => before + 1) }),
    [],
  );
  const { value } = useAsked(receive, 'overview', edition);
  return { contact, overview: value, edition };
}
