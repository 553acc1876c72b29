import type { HarnessSpec } from '@harness/harness-config';
import type { Parts } from '../parts.ts';

/** Brings the harnesses under supervision to those of the configuration and of the projects that are up. */
export function applyConfiguration({
  settings,
  supervisor,
  oneShots,
  predecessors,
}: Pick<Parts, 'settings' | 'supervisor' | 'oneShots' | 'predecessors'>): void {
  const { configuration, projects } = settings;
  const specs = [...configuration.specs.values(), ...projects.specs.values()];
  supervisor.apply(named(specs.filter(({ oneShot }) => !oneShot)));
  oneShots.apply(named(specs.filter(({ oneShot }) => oneShot)));
  predecessors.endRest();
}

function named(specs: readonly HarnessSpec[]): ReadonlyMap<string, HarnessSpec> {
  return new Map(specs.map((spec) => [spec.name, spec]));
}
