import type { Refusal, RefusalContext, RefusalMaterial } from './refusal.ts';
import { clockReset } from './reset-clock.ts';
import { dateReset } from './reset-date.ts';
import { delayReset } from './reset-delay.ts';
import { epochReset } from './reset-epoch.ts';
import { JUST_PASSED_MS, type StatedReset } from './stated-reset.ts';

/** The reset of a refusal, bounded: what {@link classifyRefusal} promises of it. */
export function resetOf(
  material: RefusalMaterial,
  context: RefusalContext,
): Pick<Refusal, 'resetMs' | 'held'> {
  const stated =
    material.resetMs === undefined ? statedIn(material.text, context) : { atMs: material.resetMs };
  return stated === undefined ? {} : bounded(stated, context.atMs);
}

function statedIn(text: string, context: RefusalContext): StatedReset | undefined {
  return (
    epochReset(text) ??
    dateReset(text, context) ??
    delayReset(text, context) ??
    clockReset(text, context)
  );
}

function bounded(stated: StatedReset, nowMs: number): Pick<Refusal, 'resetMs' | 'held'> {
  if (!Number.isFinite(stated.atMs)) {
    return {};
  }
  if (stated.atMs > nowMs) {
    return stated.atMs - nowMs > LONGEST_MS
      ? { resetMs: nowMs + LONGEST_MS, held: true }
      : { resetMs: Math.round(stated.atMs) };
  }
  return stated.printed === true && nowMs - stated.atMs <= JUST_PASSED_MS
    ? { resetMs: nowMs + AGAIN_MS }
    : {};
}

const AGAIN_MS = 60_000;
const LONGEST_MS = 8 * 86_400_000;
