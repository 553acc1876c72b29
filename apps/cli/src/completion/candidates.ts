import { callDaemon, type DaemonAddress, type HarnessesAnswer, PATHS } from '@harness/protocol';
import type { LineSoFar } from './line-so-far.ts';
import { type Candidate, offerAt, verbsBelow } from './offer.ts';
import type { ValueSource } from './value-source.ts';

/** What a shell is given: words of ours, or the order to look for paths or programs by itself. */
export type Completion =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  | { readonly kind: 'files' | 'folders' | 'commands' };

/** The words that go on from what was typed. Asks the daemon for names, and nobody twice: it never fails. */
export async function completionOf(line: LineSoFar, daemon: DaemonAddress): Promise<Completion> {
  const offer = offerAt(line);
  if (offer.kind === 'words') {
    return { kind: 'words', words: matching(offer.words, line) };
  }
  const { source, prefix } = offer;
  if (source === 'files' || source === 'folders' || source === 'commands') {
    return { kind: source };
  }
  const values = (await valuesFrom(source, line, daemon)).filter(
    ({ word }) => !line.args.includes(word),
  );
  const words = values.map(({ word, about }) => ({ word: `${prefix}${word}`, about }));
  return { kind: 'words', words: matching(words, line) };
}

function matching(words: readonly Candidate[], { current }: LineSoFar): readonly Candidate[] {
  return words.filter(({ word }) => word.startsWith(current));
}

async function valuesFrom(
  source: Exclude<ValueSource, 'files' | 'folders' | 'commands'>,
  { table }: LineSoFar,
  daemon: DaemonAddress,
): Promise<readonly Candidate[]> {
  if (source === 'harnesses') {
    return await harnesses(daemon);
  }
  if (source === 'topics') {
    return [...(await topics()), ...verbsBelow(table, '')];
  }
  return source === 'unknown' ? [] : source.map((word) => ({ word, about: '' }));
}

/** Somebody waits with a finger on the key. */
const PATIENCE = { startingMs: 0, graceMs: 0 };
const ANSWER_MS = 1_000;

async function harnesses(daemon: DaemonAddress): Promise<readonly Candidate[]> {
  const ask = { method: 'GET', path: PATHS.harnesses, timeoutMs: ANSWER_MS } as const;
  try {
    const answer = await callDaemon<HarnessesAnswer>({ ...daemon, ...PATIENCE }, ask);
    return answer.harnesses.map(({ name, state }) => ({ word: name, about: state }));
  } catch {
    // Whatever the daemon's trouble is, a shell that completes has no place to say it.
    return [];
  }
}

async function topics(): Promise<readonly Candidate[]> {
  const { readTopics } = await import('../help/topic.ts');
  return readTopics().map(({ name }) => ({ word: name, about: 'topic' }));
}
