import type { ComponentChildren, JSX, TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** What scrolls must be reached with the keyboard, or a part of it never is. */
const REACHED_BY_KEYBOARD = { tabIndex: 0 } as const;

// Browsers round.
const NEARLY_PX = 4;

/** A part of the page that scrolls by itself, with a name for those who do not see it. */
export function ScrollArea({ label, end, children }: ScrollAreaProps): JSX.Element {
  const place = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (place.current !== null && end !== undefined && isAtEnd.current) {
      const { scrollWidth, scrollHeight } = place.current;
      place.current.scrollTo(end === 'right' ? { left: scrollWidth } : { top: scrollHeight });
    }
  });
  const scrolled = ({ currentTarget: at }: TargetedEvent<HTMLElement>): void => {
    const left =
      end === 'right'
        ? at.scrollWidth - at.clientWidth - at.scrollLeft
        : at.scrollHeight - at.clientHeight - at.scrollTop;
    isAtEnd.current = left <= NEARLY_PX;
  };
  return (
    <section
      class="scroll"
      ref={place}
      aria-label={label}
      onScroll={scrolled}
      {...REACHED_BY_KEYBOARD}
    >
      {children}
    </section>
  );
}

/** What scrolls, and what it is called. */
export interface ScrollAreaProps {
  readonly label: string;
  /** Which end is seen first, and stays seen until somebody scrolls away from it. Default none. */
  readonly end?: 'bottom' | 'right';
  readonly children: ComponentChildren;
}
