import { classifyRefusal, type Refusal, type RefusalClass, type Turn } from '@harness/turns';

/** What a provider's words mean, as a turn that a guard is shown. */
export function use(): unknown {
  const refusal: Refusal = classifyRefusal(
    { text: "You've hit your session limit · resets 5:50pm (Europe/Berlin)", status: 429 },
    { atMs: Date.parse('2026-09-23T13:00:00Z'), zone: 'UTC' },
  );
  const turn: Turn = { kind: 'refusal', session: 's1', refusal };
  const meaning: RefusalClass = turn.refusal.class;
  return [meaning, refusal.rule, new Date(refusal.resetMs ?? 0).toISOString()];
}
