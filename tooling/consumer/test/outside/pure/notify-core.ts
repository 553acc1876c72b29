import {
  compose,
  type Decided,
  decide,
  describeFact,
  EVENTS,
  type EventName,
  emptyMemory,
  type Fact,
  hookEnvironment,
  type Payload,
  payloadJson,
  type Severity,
} from '@harness/notify-core';
import schema from '@harness/notify-core/payload.schema.json' with { type: 'json' };

const fact: Fact = {
  kind: 'gave_up',
  exit: { kind: 'exited', code: 1 },
  restarts: 6,
  longestRunMs: 1200,
  lastLine: 'Error: You must be logged in.',
};

/** From a fact to what a hook is given. */
export function use(): unknown {
  const events: ReadonlySet<EventName> = new Set(EVENTS);
  const policy = { events, cooldownMs: 900_000 };
  const first = arise(policy, emptyMemory(), 0);
  const again = arise(policy, first.memory, 1_000);
  const payload: Payload = compose(
    describeFact('worker', fact),
    { host: 'kitt', harness: 'worker', timeMs: 1_790_367_316_000, id: 'n-1' },
    (text) => text.replace('logged in', '[REDACTED]'),
  );
  const severity: Severity | undefined = payload.severity;
  return {
    decisions: [first.decision.kind, again.decision.kind],
    message: payload.message,
    severity,
    line: JSON.parse(payloadJson(payload)).version,
    variable: hookEnvironment({ HARNESS_NOTIFY_EVENT: 'stale' }, payload)['HARNESS_NOTIFY_EVENT'],
    required: schema.required.includes('event'),
  };
}

function arise(
  policy: Parameters<typeof decide>[2],
  memory: Parameters<typeof decide>[0],
  nowMs: number,
): Decided {
  return decide(memory, { event: 'failed', episodeId: 'ep-1', proofMs: 10_000 }, policy, nowMs);
}
