import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  digestOf,
  formatProblem,
  type HarnessSpec,
  type Project,
  readProject,
} from '@harness/harness-config';
import type { KeptJson } from './kept-json.ts';

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
}

/** What became of `harness up`. */
export type Up =
  | { readonly kind: 'taken'; readonly project: Project }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** @param kept - Where the projects are kept: what counts is what the operator agreed to, not what is on disk. */
export function openProjects(kept: KeptJson): Projects {
  const projects = new Map(keptProjects(kept.read()).map((project) => [project.name, project]));

  function save(): void {
    kept.write([...projects.values()]);
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
        return read;
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
    isStale,
  };
}

function readFolder(folder: string): Up {
  const place = realFolder(folder);
  const file = join(place, 'harness.toml');
  const content = contentOf(file);
  if (content === undefined) {
    return { kind: 'refused', problems: [`${file}: there is no such file that can be read`] };
  }
  const reading = readProject(content, file, place);
  return reading.kind === 'refused'
    ? { kind: 'refused', problems: reading.problems.map(formatProblem) }
    : { kind: 'taken', project: reading.project };
}

function takenName(project: Project, other: Project): string {
  return `${project.file}: the name ${project.name} belongs to the project in ${other.folder} already, and this one is in ${project.folder}: rename one of the folders, or run \`harness down\` in the other`;
}

function isStale({ file, digest }: Project): boolean {
  const content = contentOf(file);
  return content === undefined || digestOf(content) !== digest;
}

function contentOf(file: string): Buffer | undefined {
  // A pipe or a device at this place would never end.
  return statSync(file, { throwIfNoEntry: false })?.isFile()
    ? orNothing(() => readFileSync(file))
    : undefined;
}

function realFolder(folder: string): string {
  return orNothing(() => realpathSync(folder)) ?? folder;
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // Gone or forbidden since it was looked at.
    return undefined;
  }
}

// This program's own record: it is enough to see that it is whole.
function keptProjects(value: unknown): readonly Project[] {
  return Array.isArray(value) ? (value as Project[]) : [];
}
