import type { NotifyConfig } from '@harness/notify-config';
import type { Policy } from '@harness/notify-core';

/** The part of a table that decides; where no hook is configured, nothing is wanted. */
export type PolicyOf = (table: NotifyConfig | undefined) => Policy;

const NOTHING: Policy = { events: new Set(), cooldownMs: 0 };

/** Made once a table, so that a storm of suppressed events makes no sets. */
export function createPolicyOf(): PolicyOf {
  let last: NotifyConfig | undefined;
  let policy = NOTHING;
  return (table) => {
    if (table !== last) {
      last = table;
      policy =
        table === undefined
          ? NOTHING
          : { events: new Set(table.events), cooldownMs: table.cooldownMs };
    }
    return policy;
  };
}
