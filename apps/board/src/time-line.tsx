import type { NotificationView } from '@harness/protocol';
import type { JSX } from 'preact';
import { tickWords, wholeWords } from './instant.tsx';
import { type Mark, marksOf, type Stretch, ticksOf } from './night.ts';
import { OUTCOME_WORDS, OUTCOMES, type Outcome } from './outcome.ts';
import { plainText } from './plain-text.ts';
import { ScrollArea } from './scroll-area.tsx';
import { OutcomeIcon, Shape } from './shape.tsx';

const LANE = 30;
const LABELS = 118;
const WIDTH = 1000;
const TOP = 6;
const BOTTOM = 22;

/** Where in its event's lane an outcome stands. */
const SHIFT: Readonly<Record<Outcome, number>> = {
  failed: -8,
  dropped: -8,
  told: 0,
  pending: 0,
  held: 8,
};

/** Each notification as a mark, by event, its outcome by colour, shape and place. */
export function TimeLine({ entries, stretch }: TimeLineProps): JSX.Element {
  const marks = marksOf(entries, stretch);
  const events = [...new Set(marks.map(({ event }) => event))].toSorted();
  if (events.length === 0) {
    return <p class="empty">A quiet time: nothing was told and nothing held back.</p>;
  }
  const height = TOP + events.length * LANE + BOTTOM;
  return (
    <figure>
      <ScrollArea label="Time line" end="right">
        <div class="time-line">
          <svg class="lanes" viewBox={`0 0 ${LABELS} ${height}`} aria-hidden="true">
            {events.map((event, lane) => (
              <text key={event} class="lane" x={0} y={middle(lane) + 4}>
                {event}
              </text>
            ))}
          </svg>
          <svg
            class="line"
            viewBox={`0 0 ${WIDTH} ${height}`}
            role="img"
            aria-label={summary(marks)}
          >
            {events.map((event, lane) => (
              <line
                key={event}
                class="rule"
                x1={0}
                x2={WIDTH}
                y1={middle(lane)}
                y2={middle(lane)}
              />
            ))}
            <Ticks stretch={stretch} y={height - 6} />
            {marks.map((mark) => (
              <g key={`${mark.event} ${mark.outcome} ${mark.piece}`}>
                <title>{markWords(mark, stretch)}</title>
                <Shape
                  outcome={mark.outcome}
                  x={((mark.piece + 0.5) / stretch.pieces) * WIDTH}
                  y={middle(events.indexOf(mark.event)) + SHIFT[mark.outcome]}
                  r={Math.min(7, 3.5 + Math.log10(mark.count))}
                />
              </g>
            ))}
          </svg>
        </div>
      </ScrollArea>
      <Legend />
    </figure>
  );
}

/** What a time line shows. */
export interface TimeLineProps {
  readonly entries: readonly NotificationView[];
  readonly stretch: Stretch;
}

function Legend(): JSX.Element {
  return (
    <figcaption class="legend">
      {OUTCOMES.map((outcome) => (
        <span key={outcome}>
          <OutcomeIcon outcome={outcome} /> {OUTCOME_WORDS[outcome]}
        </span>
      ))}
    </figcaption>
  );
}

function Ticks({ stretch, y }: TicksProps): JSX.Element {
  const { fromMs, toMs } = stretch;
  return (
    <g>
      {ticksOf(stretch).map((ms) => (
        <text
          key={ms}
          class="tick"
          x={((ms - fromMs) / (toMs - fromMs)) * WIDTH}
          y={y}
          text-anchor="middle"
        >
          {tickWords(ms)}
        </text>
      ))}
    </g>
  );
}

interface TicksProps {
  readonly stretch: Stretch;
  readonly y: number;
}

function middle(lane: number): number {
  return TOP + lane * LANE + LANE / 2;
}

function markWords({ event, outcome, count, harnesses, piece }: Mark, stretch: Stretch): string {
  const lengthMs = (stretch.toMs - stretch.fromMs) / stretch.pieces;
  const at = wholeWords(stretch.fromMs + piece * lengthMs);
  return `${count} × ${event} ${OUTCOME_WORDS[outcome]}: ${plainText(harnesses.join(', '))}, from ${at}`;
}

function summary(marks: readonly Mark[]): string {
  const counts = OUTCOMES.map((outcome) => {
    const count = marks
      .filter((mark) => mark.outcome === outcome)
      .reduce((sum, one) => sum + one.count, 0);
    return `${count} ${OUTCOME_WORDS[outcome]}`;
  });
  return `Notifications by event: ${counts.join(', ')}. The table below has each of them.`;
}
