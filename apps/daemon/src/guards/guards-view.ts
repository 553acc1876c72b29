import type { TraceStatus } from '@harness/agent-trace';
import type { HarnessSpec } from '@harness/harness-config';
import type { GuardsView, TranscriptView } from '@harness/protocol';
import { isGuarded } from './guarded.ts';
import type { Guardian } from './guardian.ts';

/** When a harness's park ends, as `list` shows it. */
export function parkedUntil(guardian: Guardian | undefined): { readonly parkedUntil?: string } {
  const park = guardian?.watch.guards.quota.park;
  return park === undefined ? {} : { parkedUntil: instant(park.untilMs) };
}

/** What the guards of a harness know, as `describe` shows it. */
export function guardsView(
  spec: HarnessSpec,
  guardian: Guardian | undefined,
): { readonly guards?: GuardsView } {
  if (guardian === undefined || !isGuarded(spec)) {
    return {};
  }
  const { guards, duties, status, lastSuccessMs } = guardian.watch;
  const { park } = guards.quota;
  const { episode, restarts } = guards.stall;
  const { failures, told } = guards.health;
  return {
    guards: {
      ...(status === undefined ? {} : { transcript: transcriptView(status) }),
      ...(lastSuccessMs === undefined ? {} : { lastSuccessAt: instant(lastSuccessMs) }),
      ...(park === undefined ? {} : { park: { until: instant(park.untilMs), rule: park.rule } }),
      ...(episode === undefined || episode === 'restarted' ? {} : { stall: episode }),
      ...(restarts === 0 ? {} : { stallRestarts: restarts }),
      ...(spec.health === undefined ? {} : { health: { failures, unhealthy: told } }),
      ...(duties.stuck === undefined ? {} : { stuckRotation: duties.stuck.step }),
    },
  };
}

function transcriptView({ kind, root, found, ambiguous, trouble }: TraceStatus): TranscriptView {
  return {
    kind,
    root,
    found,
    ambiguous: ambiguous.length,
    ...(trouble === undefined ? {} : { trouble: `${trouble.path}: ${trouble.message}` }),
  };
}

function instant(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
