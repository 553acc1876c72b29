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
import { everyHarness } from './harnesses-in.ts';
import type { Loaded } from './loaded.ts';
import { openDocument } from './open-document.ts';
import { baseOf, globalConfig, globalHarnesses, type ReadOptions } from './read-global.ts';
import { resolvePath } from './resolve-path.ts';
import { profileRules } from './rules/profile-rules.ts';
import type { Config } from './spec/config.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';

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
  const { documents, harnesses: added, bad } = folder.dropIns;
  const base = baseOf(global.file, options);
  const found = globalHarnesses(global, base);
  const complete = bad.length === 0;
  const tolerant = options.lenient === true;
  const problems = arrangeProblems([
    ...checkGlobal(global, found.suspects),
    ...folder.problems,
    ...(complete ? strangers(global, documents) : []),
  ]);
  const all = [...problems, ...(tolerant ? [] : bad.flatMap((file) => file.problems))];
  return all.length > 0
    ? { kind: 'refused', problems: all }
    : {
        kind: 'config',
        config: merge(globalConfig(global, everyHarness(found), base), added),
        sources: [global, ...documents],
        leftOut: bad,
      };
}

const NO_DROP_INS: DropIns = { documents: [], harnesses: [], bad: [] };

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
    return { dropIns: NO_DROP_INS, problems: [] };
  }
  const files = await listDropIns(resolvePath(written, baseOf(global.file, options)), access);
  return typeof files === 'string'
    ? { dropIns: NO_DROP_INS, problems: missingFolder(global, files) }
    : { dropIns: await readDropIns(files, global, access, options), problems: [] };
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

/** With the harnesses of drop-ins. Profiles lose those that were left out. */
function merge(config: Config, added: readonly HarnessSpec[]): Config {
  const harnesses = [...config.harnesses, ...added];
  const names = new Set(harnesses.map((harness) => harness.name));
  const profiles = config.profiles.map((profile) => ({
    ...profile,
    harnesses: profile.harnesses.filter((name) => names.has(name)),
  }));
  return { ...config, harnesses, profiles };
}
