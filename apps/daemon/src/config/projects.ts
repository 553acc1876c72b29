import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatProblem,
  type HarnessSpec,
  type Project,
  readProject,
} from '@harness/harness-config';
import type { KeptJson } from './kept-json.ts';
import { createComparisons } from './project-comparisons.ts';
import { readRegularFile } from './read-regular-file.ts';

/** The projects that the operator has taken up, as their files were then. */
export interface Projects {
  readonly all: readonly Project[];
  readonly specs: ReadonlyMap<string, HarnessSpec>;
  /** Takes the harness.toml of a folder as it is now. */
  up(folder: string): Up;
  /** Drops the project of a folder; undefined where none is up. */
  down(folder: string): Project | undefined;
  /** Whether the file of a project is another one now than the one that was taken. */
  isStale(project: Project): boolean;
  /** Why the last change could not be written down; undefined where it was. */
  readonly notKept: string | undefined;
}

/** What became of `harness up`. */
export type Up =
  | { readonly kind: 'taken'; readonly project: Project }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * @param kept - Where the projects are kept: what counts is what the operator agreed to, not what is on disk.
 * @param admit - The border, for what a problem quotes from a file.
 */
export function openProjects(kept: KeptJson, admit: (text: string) => string): Projects {
  const projects = new Map(keptProjects(kept.read()).map((project) => [project.name, project]));
  const comparisons = createComparisons();
  let notKept: string | undefined;

  function save(): void {
    notKept = kept.write([...projects.values()]);
  }

  return {
    get all() {
      return [...projects.values()];
    },
    get specs() {
      return new Map(
        [...projects.values()].flatMap(({ harnesses }) =>
          harnesses.map((spec) => [spec.name, spec] as const),
        ),
      );
    },
    up(folder) {
      const read = readFolder(folder);
      if (read.kind === 'refused') {
        return { ...read, problems: read.problems.map(admit) };
      }
      const { project } = read;
      const other = projects.get(project.name);
      if (other !== undefined && other.folder !== project.folder) {
        return { kind: 'refused', problems: [takenName(project, other)] };
      }
      projects.set(project.name, project);
      save();
      return read;
    },
    down(folder) {
      const place = realFolder(folder);
      const project = [...projects.values()].find((one) => one.folder === place);
      if (project !== undefined) {
        projects.delete(project.name);
        save();
      }
      return project;
    },
    isStale: comparisons.isStale,
    get notKept() {
      return notKept;
    },
  };
}

function readFolder(folder: string): Up {
  const place = realFolder(folder);
  const file = join(place, 'harness.toml');
  const content = readRegularFile(file);
  if (content === undefined) {
    return { kind: 'refused', problems: [`${file}:1:1: there is no such file that can be read`] };
  }
  const reading = readProject(content, file, place);
  return reading.kind === 'refused'
    ? { kind: 'refused', problems: reading.problems.map(formatProblem) }
    : { kind: 'taken', project: reading.project };
}

function takenName(project: Project, other: Project): string {
  return `${project.file}:1:1: the name ${project.name} belongs to the project in ${other.folder} already, and this one is in ${project.folder}: rename one of the folders, or run \`harness down\` in the other`;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // Gone or forbidden since it was looked at.
    return folder;
  }
}

// This program's own record: it is enough to see that it is whole.
function keptProjects(value: unknown): readonly Project[] {
  return Array.isArray(value) ? (value as Project[]) : [];
}
