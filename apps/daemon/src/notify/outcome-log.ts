import { describeOutcome, type Outcome } from '@harness/notify-core';
import type { DaemonLog } from '../log/daemon-log.ts';
import { createDropLog } from './drop-log.ts';
import type { Delivery } from './job.ts';

/** Writes what became of each delivery to the daemon's log; a hook's output only if it failed. */
export interface OutcomeLog {
  write(delivery: Delivery, outcome: Outcome): void;
  flush(): void;
}

export function createOutcomeLog(log: DaemonLog): OutcomeLog {
  const drops = createDropLog(log);
  return {
    write(delivery, outcome) {
      const { id, harness, event, hook, payload } = delivery;
      const facts = { event, harness, id, ms: outcome.durationMs };
      switch (outcome.result) {
        case 'ok':
          log.info({ ...facts, message: payload.message }, 'notify: delivered');
          break;
        case 'dropped':
          drops.add(harness ?? '', event);
          break;
        case 'error':
        case 'timeout':
          log.error(
            {
              ...facts,
              hook: hook.command[0],
              result: outcome.result,
              reason: describeOutcome(outcome),
              tail: outcome.tail,
              message: payload.message,
            },
            'notify: hook failed',
          );
      }
    },
    flush: drops.flush,
  };
}
