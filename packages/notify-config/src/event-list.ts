import { suggest } from '@harness/config-text';
import type { EventName } from '@harness/notify-core';
import { z } from 'zod';

/** The list of events to be told about: known names, each once, at least one. */
export function eventList(known: readonly EventName[]): z.ZodType<EventName[]> {
  const error = `must be a list of events such as ${JSON.stringify(known.slice(0, 2))}`;
  return (
    z
      .array(eventName(known), { error })
      .min(1, {
        error: `must name at least one event: ${known.join(', ')}; without the key, all but run_failed are told`,
      })
      // Repeats are told although an element may be wrong too.
      .superRefine(refuseRepeats, { when: (payload) => Array.isArray(payload.value) })
      .meta({ uniqueItems: true })
  );
}

function eventName(known: readonly EventName[]): z.ZodType<EventName> {
  return z.enum(known, {
    error: (issue) =>
      typeof issue.input === 'string' ? sayUnknown(issue.input, known) : 'must be a string',
  });
}

function sayUnknown(name: string, known: readonly EventName[]): string {
  if (name === 'test') {
    return 'is never listed: `harness doctor --notify-test` always runs the hook';
  }
  const advice = suggest(name, known);
  const all = advice.includes('known are') ? '' : ` Known are ${known.join(', ')}`;
  return `is no event${advice}${all}`;
}

function refuseRepeats(events: readonly EventName[], context: z.RefinementCtx): void {
  events.forEach((event, index) => {
    if (events.indexOf(event) < index) {
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'is listed already: name each event once',
      });
    }
  });
}
