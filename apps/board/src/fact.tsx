import type { ComponentChildren, JSX } from 'preact';

/** One fact of a list of facts: its name, and what is so. */
export function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
