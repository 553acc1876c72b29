import type { JSX } from 'preact';
import type { Outcome } from './outcome.ts';

/** The shape of an outcome, round a point: not by colour alone. */
export function Shape({ outcome, x, y, r }: ShapeProps): JSX.Element {
  const shared = { class: `mark ${outcome}` };
  switch (outcome) {
    case 'told':
      return <circle {...shared} cx={x} cy={y} r={r} />;
    case 'held':
      return <circle {...shared} cx={x} cy={y} r={r - 0.5} />;
    case 'dropped':
      return <path {...shared} d={`M${x} ${y + r}L${x - r} ${y - r}H${x + r}Z`} />;
    case 'failed':
      return (
        <path
          {...shared}
          d={`M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`}
        />
      );
    case 'pending':
      return <path {...shared} d={`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`} />;
  }
}

/** Where a shape stands, and how large it is. */
export interface ShapeProps {
  readonly outcome: Outcome;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** The same beside a word, which says what it means. */
export function OutcomeIcon({ outcome }: { readonly outcome: Outcome }): JSX.Element {
  return (
    <svg class="icon" width="12" height="12" aria-hidden="true">
      <Shape outcome={outcome} x={6} y={6} r={4.5} />
    </svg>
  );
}
