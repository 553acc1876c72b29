import type { Hit } from '@harness/testkit';

/** Policy times that make a crash loop give up within a second. */
export const QUICK: Readonly<Record<string, number | readonly number[]>> = {
  backoffMs: [20, 40, 80],
  stopGraceMs: 500,
  proofMinMs: 400,
};

/** A harness that runs a script with sh. */
export function shell(name: string, script: string, keys = ''): string {
  return `[harness.${name}]
harness = "generic"
args = ["-c", ${JSON.stringify(script)}]
enabled = true
restart_delay = "20ms"
${keys}
`;
}

/** What a hook read on its standard input. */
export function payloadOf(hit: Hit): Readonly<Record<string, unknown>> {
  return JSON.parse(hit.stdin);
}

/** The events of hits, in order. */
export function eventsOf(hits: readonly Hit[]): readonly string[] {
  return hits.map(({ event }) => event);
}

/** The same, and a harness gives up at its first failure. */
export const AT_ONCE: Readonly<Record<string, number | readonly number[]>> = {
  ...QUICK,
  maxRestarts: 0,
};
