import type { Parts } from '../parts.ts';

/** Brings the harnesses under supervision to those of the configuration and of the projects that are up. */
export function applyConfiguration({
  settings,
  supervisor,
}: Pick<Parts, 'settings' | 'supervisor'>): void {
  const { configuration, projects } = settings;
  supervisor.apply(new Map([...configuration.specs, ...projects.specs]));
}
