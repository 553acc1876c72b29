import { compose, describeFact, type Fact, type Payload, type Stamp } from '../src/index.ts';

/** The payload of a fact about a harness, on host kitt, with nothing redacted unless asked. */
export function notice(
  harness: string | undefined,
  fact: Fact,
  stamp: Partial<Stamp> = {},
  redact: (text: string) => string = (text) => text,
): Payload {
  const base = { host: 'kitt', timeMs: 1_790_367_316_789, id: 'id-1', ...stamp };
  const named = harness === undefined ? base : { harness, ...base };
  return compose(describeFact(harness, fact), named, redact);
}

/** The message of a fact about a harness. */
export function messageOf(harness: string, fact: Fact): string {
  return notice(harness, fact).message;
}
