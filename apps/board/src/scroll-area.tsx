import type { ComponentChildren, JSX } from 'preact';

/** What scrolls must be reached with the keyboard, or a part of it never is. */
const REACHED_BY_KEYBOARD = { tabIndex: 0 } as const;

/** A part of the page that scrolls by itself, with a name for those who do not see it. */
export function ScrollArea({ label, children }: ScrollAreaProps): JSX.Element {
  return (
    <section class="scroll" aria-label={label} {...REACHED_BY_KEYBOARD}>
      {children}
    </section>
  );
}

/** What scrolls, and what it is called. */
export interface ScrollAreaProps {
  readonly label: string;
  readonly children: ComponentChildren;
}
