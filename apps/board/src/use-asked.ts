import { useEffect, useRef, useState } from 'preact/hooks';

/** What came of asking. */
export interface Asked<T> {
  /** The last answer to this question; undefined before the first. */
  readonly value: T | undefined;
  /** Why the last try gave none. */
  readonly problem: Error | undefined;
}

/**
 * Asks again with every edition, one at a time: what changes while an answer is under way is asked for after it.
 *
 * @param about - Names the question; another question forgets the answers of this one.
 * @param edition - Nothing is asked before the first, 0 is none.
 */
export function useAsked<T>(ask: () => Promise<T>, about: string, edition: number): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { readonly about: string }>();
  const state = useRef({ isAsking: false, wanted: '', done: '' });
  useEffect(() => {
    const wanted = `${about} ${edition}`;
    state.current.wanted = wanted;
    if (edition > 0 && !state.current.isAsking && state.current.done !== wanted) {
      askOnce(wanted);
    }

    function askOnce(question: string): void {
      state.current.isAsking = true;
      ask()
        .then(
          (value) => setAsked({ value, problem: undefined, about }),
          (error: unknown) =>
            setAsked((before) => ({
              value: before?.about === about ? before.value : undefined,
              problem: error instanceof Error ? error : new Error(String(error)),
              about,
            })),
        )
        .finally(() => {
          state.current.isAsking = false;
          state.current.done = question;
          if (state.current.wanted !== question) {
            setAsked((before) => (before === undefined ? before : { ...before }));
          }
        });
    }
  });
  return asked?.about === about ? asked : { value: undefined, problem: undefined };
}
