import { z } from 'zod';
import { parseGoDuration } from '../duration.ts';

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
  const text = z
    .string({ error: sentence })
    .superRefine((value, context) => {
      const wrong = durationProblem(value, range);
      if (wrong !== undefined) {
        context.addIssue({ code: 'custom', message: wrong });
      }
    })
    .meta({ pattern: DURATION_PATTERN, examples: [range.example] });
  return allowsZero(range) ? z.union([text, z.literal(0)], { error: sentence }) : text;
}

/** What is wrong with a duration for a range, or undefined. */
export function durationProblem(text: string, range: DurationRange): string | undefined {
  const example = JSON.stringify(range.example);
  const reading = parseGoDuration(text);
  if (reading.kind === 'invalid') {
    return `must be a duration such as ${example} (units ns, us, ms, s, m, h); it ${reading.reason}`;
  }
  const inside = reading.ns >= nsOf(range.from) && reading.ns <= nsOf(range.to);
  const zero = reading.ns === 0n && range.zero === true;
  const orZero = range.zero === true ? '0, or ' : '';
  return inside || zero
    ? undefined
    : `must be ${orZero}from ${range.from} to ${range.to}, such as ${example}`;
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
