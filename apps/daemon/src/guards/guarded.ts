import type { HarnessSpec } from '@harness/harness-config';
import type { OneShot } from '../runs/one-shot.ts';
import type { Unit } from '../supervisor/unit.ts';

/** A harness as the guards find it by its name. */
export type Guarded =
  | { readonly kind: 'resident'; readonly unit: Unit }
  | { readonly kind: 'one_shot'; readonly unit: OneShot };

/** Whether there is something for guards to look at. */
export function isGuarded({ transcript, health, oneShot }: HarnessSpec): boolean {
  return transcript !== undefined || (health !== undefined && !oneShot);
}
