import { z } from 'zod';
import { type DurationReading, parseGoDuration } from '../duration.ts';
import { remembered } from '../remembered.ts';

/** The limits of a duration in Go's spelling, both included, and an example to show. */
export interface DurationRange {
  readonly from: string;
  readonly to: string;
  readonly example: string;
  /** Whether zero is allowed although it is below `from`. */
  readonly zero?: boolean;
}

// As JSON Schema sees a duration; the exact grammar and the range are checked by the parser.
const DURATION_PATTERN = '^[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$';

/** A Go duration inside a range. Zero may also be the number 0, since no unit changes it. */
export function duration(range: DurationRange): z.ZodType<string | 0> {
  const sentence = `must be a duration such as ${JSON.stringify(range.example)}`;
  const isRight = remembered((value) => durationProblem(value, range) === undefined);
  const text = z
    .string({ error: sentence })
    .refine((value) => isRight(value), {
      error: ({ input }) => durationProblem(String(input), range),
    })
    .meta({ pattern: DURATION_PATTERN, examples: [range.example] });
  return allowsZero(range) ? z.union([text, z.literal(0)], { error: sentence }) : text;
}

/** What is wrong with a duration for a range, or undefined. */
function durationProblem(text: string, range: DurationRange): string | undefined {
  const reading = parseGoDuration(text);
  return reading.kind === 'duration' && isInside(reading.ns, range)
    ? undefined
    : sentenceFor(reading, range);
}

function isInside(ns: bigint, range: DurationRange): boolean {
  return (ns >= nsOf(range.from) && ns <= nsOf(range.to)) || (ns === 0n && range.zero === true);
}

function sentenceFor(reading: DurationReading, range: DurationRange): string {
  const example = JSON.stringify(range.example);
  if (reading.kind === 'invalid') {
    return `must be a duration such as ${example} (units ns, us, ms, s, m, h); it ${reading.reason}`;
  }
  const orZero = range.zero === true ? '0, or ' : '';
  return `must be ${orZero}from ${range.from} to ${range.to}, such as ${example}`;
}

function allowsZero(range: DurationRange): boolean {
  return range.zero === true || nsOf(range.from) <= 0n;
}

function nsOf(text: string): bigint {
  const reading = parseGoDuration(text);
  if (reading.kind === 'invalid') {
    throw new Error(`a duration in a schema is wrong: ${text} ${reading.reason}`);
  }
  return reading.ns;
}
