import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { type Problem, type Refused, readToml } from '@harness/config-text';
import { checkProject } from './check-file.ts';
import { everyHarness, harnessesIn } from './harnesses-in.ts';
import { isName, NAME_RULE } from './names.ts';
import { baseOf, type ReadOptions } from './read-global.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';

/** The file of a project, taken whole. Plain JSON. */
export interface Project {
  /** The base name of the folder; in front of the names of its harnesses. */
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** SHA-256 of the content in hexadecimal, to know a change by. */
  readonly digest: string;
  /** Named `<project>/<name>`. */
  readonly harnesses: readonly HarnessSpec[];
}

/** A project that holds. */
export interface ProjectReading {
  readonly kind: 'project';
  readonly project: Project;
}

/**
 * Reads the harness.toml of a project: `[harness.*]` only, without the keys that only the global file may hold.
 * Paths start at the folder, which is also where a harness runs that does not say.
 *
 * Links are not followed: whether an `env_file` leads out of the folder by one is for whoever opens it.
 *
 * @param folder - the folder that holds the file; its base name must be a name for a harness.
 */
export function readProject(
  source: string | Uint8Array,
  file: string,
  folder: string,
  options: ReadOptions = {},
): ProjectReading | Refused {
  const document = readToml(source, file);
  if (document.kind === 'refused') {
    return document;
  }
  const base = { ...baseOf(file, options), folder: resolve(folder) };
  const name = basename(base.folder);
  const context = { base, prefix: `${name}/`, workdir: base.folder };
  const found = harnessesIn(document, context);
  const problems = [...badFolder(name, file), ...checkProject(document, found.suspects, base)];
  if (problems.length > 0) {
    return { kind: 'refused', problems };
  }
  const harnesses = everyHarness(found);
  const digest = digestOf(source);
  return { kind: 'project', project: { name, folder: base.folder, file, digest, harnesses } };
}

/** The digest by which a change of a project file is known: SHA-256 in hexadecimal. */
export function digestOf(source: string | Uint8Array): string {
  return createHash('sha256').update(source).digest('hex');
}

function badFolder(name: string, file: string): Problem[] {
  const message = `the folder ${JSON.stringify(name)} cannot give its name to a project: it ${NAME_RULE}; rename the folder`;
  return isName(name) ? [] : [{ file, line: 1, column: 1, code: 'wrong_value', message }];
}
