import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What scrolls must be reached with the keyboard, or a part of it never is. */
const REACHED_BY_KEYBOARD = { tabIndex: 0 } as const;

/** A part of the page that scrolls by itself, with a name for those who do not see it. */
export function ScrollArea({ label, fromEnd = false, children }: ScrollAreaProps): JSX.Element {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (fromEnd) {
      place.current?.scrollTo({ left: place.current.scrollWidth });
    }
  }, [fromEnd]);
  return (
    <section class="scroll" ref={place} aria-label={label} {...REACHED_BY_KEYBOARD}>
      {children}
    </section>
  );
}

/** What scrolls, and what it is called. */
export interface ScrollAreaProps {
  readonly label: string;
  /** Whether its right end is what is seen first. Default false. */
  readonly fromEnd?: boolean;
  readonly children: ComponentChildren;
}
