import type { Project } from '@harness/harness-config';
import type { ProjectView } from '@harness/protocol';
import { shownArgv } from '../adapters/shown-argv.ts';
import { Refusal } from '../api/refusal.ts';
import type { Parts } from '../parts.ts';
import { applyConfiguration } from '../supervisor/apply-configuration.ts';
import type { Projects } from './projects.ts';

/**
 * Takes the project of a folder as its file is now, which is the operator's consent to that content.
 *
 * @throws {@link Refusal} `project_refused` with every error of the file.
 */
export function takeProject(parts: Parts, folder: string): ProjectView {
  const { projects, log } = parts.settings;
  const outcome = projects.up(folder);
  if (outcome.kind === 'refused') {
    const { problems } = outcome;
    log.error({ folder, problems }, 'up refused: nothing changes');
    throw new Refusal('project_refused', 'the project is refused; nothing changes', { problems });
  }
  applyConfiguration(parts);
  const view = viewOfProject(outcome.project);
  log.info({ project: view.name, folder: view.folder, programs: view.programs }, 'project is up');
  logUnkept(parts);
  return view;
}

/**
 * Drops the project of a folder; settles when nothing of it is left.
 *
 * @throws {@link Refusal} `unknown_project` where no project of this folder is up.
 */
export async function dropProject(parts: Parts, folder: string): Promise<ProjectView> {
  const { settings, supervisor, oneShots } = parts;
  const { projects, log } = settings;
  const project = projects.down(folder);
  if (project === undefined) {
    throw new Refusal('unknown_project', `no project of ${folder} is up`, {
      hint: 'harness list shows what is',
    });
  }
  applyConfiguration(parts);
  log.info({ project: project.name, folder: project.folder }, 'project is down');
  logUnkept(parts);
  await Promise.all(
    project.harnesses.map(async ({ name }) => {
      await supervisor.units.get(name)?.bar('retire');
      await oneShots.left(name);
    }),
  );
  return viewOfProject(project);
}

/** The harnesses of projects whose files are others now than those that were taken. */
export function namesChangedOnDisk({
  all,
  isStale,
}: Pick<Projects, 'all' | 'isStale'>): ReadonlySet<string> {
  return new Set(all.filter(isStale).flatMap(({ harnesses }) => harnesses.map(({ name }) => name)));
}

function logUnkept({ settings }: Parts): void {
  const { projects, log } = settings;
  if (projects.notKept !== undefined) {
    log.error({ reason: projects.notKept }, 'the projects could not be written down');
  }
}

function viewOfProject({ name, folder, file, harnesses }: Project): ProjectView {
  return {
    name,
    folder,
    file,
    programs: harnesses.map((spec) => ({
      name: spec.name,
      argv: shownArgv(spec),
      enabled: spec.enabled,
    })),
  };
}
