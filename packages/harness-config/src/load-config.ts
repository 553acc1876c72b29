import { resolve } from 'node:path';
import {
  arrangeProblems,
  type Problem,
  placeFindings,
  type Refused,
  type TomlDocument,
} from '@harness/config-text';
import { checkGlobal } from './check-file.ts';
import { folderNamed, namesIn } from './declared.ts';
import { type DropIns, listDropIns, readDropIns } from './drop-ins.ts';
import { DISK, type FileAccess } from './file-access.ts';
import { harnessesIn } from './harnesses-in.ts';
import type { Loaded } from './loaded.ts';
import { openDocument } from './open-document.ts';
import { baseOf, globalConfig, type ReadOptions } from './read-global.ts';
import { resolvePath } from './resolve-path.ts';
import { profileRules } from './rules/profile-rules.ts';
import type { Config } from './spec/config.ts';

/** Where a configuration is loaded from. */
export interface LoadOptions extends ReadOptions, Partial<FileAccess> {
  /** The global file. */
  readonly path: string;
  /** Goes on without a drop-in that does not hold, and says so in `leftOut`; otherwise it is refused. */
  readonly lenient?: boolean;
}

/**
 * Loads the global file and the drop-ins that it names, in name order.
 *
 * All or nothing: every problem of every file is returned, in the order of the files. A file or folder that cannot
 * be read is a problem too. A lenient load leaves bad drop-ins out whole; profiles then lose their harnesses.
 */
export async function loadConfig(options: LoadOptions): Promise<Loaded | Refused> {
  const access = { ...DISK, ...options };
  const global = await openDocument(resolve(options.path), access);
  if (global.kind === 'refused') {
    return global;
  }
  const folder = await openFolder(global, options, access);
  const { documents, bad } = folder.dropIns;
  const complete = bad.length === 0;
  const tolerant = options.lenient === true;
  const problems = arrangeProblems([
    ...checkGlobal(global),
    ...folder.problems,
    ...(complete ? strangers(global, documents) : []),
  ]);
  const all = [...problems, ...(tolerant ? [] : bad.flatMap((file) => file.problems))];
  return all.length > 0
    ? { kind: 'refused', problems: all }
    : {
        kind: 'config',
        config: merge(global, documents, options),
        sources: [global, ...documents],
        leftOut: bad,
      };
}

interface Folder {
  readonly dropIns: DropIns;
  readonly problems: readonly Problem[];
}

async function openFolder(
  global: TomlDocument,
  options: LoadOptions,
  access: FileAccess,
): Promise<Folder> {
  const written = folderNamed(global);
  if (written === undefined) {
    return { dropIns: { documents: [], bad: [] }, problems: [] };
  }
  const files = await listDropIns(resolvePath(written, baseOf(global.file, options)), access);
  return typeof files === 'string'
    ? { dropIns: { documents: [], bad: [] }, problems: missingFolder(global, files) }
    : { dropIns: await readDropIns(files, global, access), problems: [] };
}

function missingFolder(global: TomlDocument, reason: string): Problem[] {
  const sentence = `must be a folder that can be read: ${reason}`;
  return placeFindings(global, [{ path: ['server', 'harness_d'], code: 'unreadable', sentence }]);
}

function strangers(global: TomlDocument, dropIns: readonly TomlDocument[]): Problem[] {
  return 'profile' in global.value
    ? placeFindings(global, profileRules(global.value, namesIn([global, ...dropIns])))
    : [];
}

function merge(
  global: TomlDocument,
  dropIns: readonly TomlDocument[],
  options: ReadOptions,
): Config {
  const config = globalConfig(global, baseOf(global.file, options));
  const added = dropIns.flatMap((document) => {
    const base = baseOf(document.file, options);
    return harnessesIn(document, { base, prefix: '', workdir: base.home });
  });
  const harnesses = [...config.harnesses, ...added];
  const names = new Set(harnesses.map((harness) => harness.name));
  const profiles = config.profiles.map((profile) => ({
    ...profile,
    harnesses: profile.harnesses.filter((name) => names.has(name)),
  }));
  return { ...config, harnesses, profiles };
}
