import type { Settings } from '@harness/guards';
import type { HarnessSpec } from '@harness/harness-config';

/** What the guards need to know of a harness as it is configured now. */
export function settingsOf(spec: HarnessSpec, stallTimeoutMs?: number): Settings {
  const { oneShot, transcript, loopLimit, quota, stall, health } = spec;
  return {
    kind: oneShot ? 'one_shot' : 'resident',
    loopLimit,
    // Only Crush keeps its sessions in a store of their own place, and only a resident goes on with them.
    rotates: transcript === 'crush' && !oneShot,
    quota,
    ...(stall === undefined
      ? {}
      : { stall: { ...stall, timeoutMs: stallTimeoutMs ?? stall.timeoutMs } }),
    ...(health === undefined ? {} : { health }),
  };
}
