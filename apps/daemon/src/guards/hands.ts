import type { Verdict } from '@harness/guards';
import type { Fact } from '@harness/notify-core';
import type { Clock } from '../clock.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Watch } from './watch.ts';

/** What the guards act with, whatever they act on. */
export interface Hands {
  readonly clock: Clock;
  readonly log: DaemonLog;
  readonly notifier: Pick<Notifier, 'endEpisodes' | 'openAlerts' | 'raise'>;
  readonly together: (work: () => void) => void;
  /** The uptime that proves a harness back which a guard has stopped. */
  readonly proofMs: number;
}

/** A verdict to be carried out on one harness. */
export interface Task<Kind extends Verdict['kind'] = Verdict['kind']> {
  readonly verdict: Extract<Verdict, { kind: Kind }>;
  readonly watch: Watch;
  readonly hands: Hands;
}

/** Tells people of it, and writes down in the same step that nobody needs to be told again. */
export function tellPark({ verdict, watch, hands }: Task<'park'>): void {
  const { rule, untilMs, group } = verdict;
  tellOnce(watch, hands, {
    kind: 'quota_refused',
    rule,
    untilMs,
    ...(group === undefined ? {} : { group }),
  });
}

/** Raises the fact of a park that is still to be told. */
function tellOnce(watch: Watch, { notifier, together }: Hands, fact: Fact): void {
  together(() => {
    const { parkUntold: _, ...duties } = watch.duties;
    notifier.raise(watch.name, fact);
    watch.change(duties);
  });
}
