import { isAbsolute, relative, sep } from 'node:path';
import type { Finding, KeyPath } from '@harness/config-text';
import { type Base, resolvePath } from '../resolve-path.ts';
import type { HarnessKey } from '../tables/harness-keys.ts';
import { misplaced, type RawTable } from './refuse.ts';

/** Keys of `[harness.<name>]` that only the global file and its drop-ins may hold. */
const GLOBAL_KEYS: readonly HarnessKey[] = ['schedule', 'catch_up'];

/** What a harness of a project may not say, since the file came with the project. */
export function projectRules(path: KeyPath, table: RawTable, base: Base): Finding[] {
  return [
    ...GLOBAL_KEYS.filter((key) => key in table).map((key) =>
      misplaced([...path, key], 'is refused in a project file: only the global file may hold it'),
    ),
    ...shellProbe(path, table),
    ...strayFiles(path, table['env_file'], base),
  ];
}

function shellProbe(path: KeyPath, table: RawTable): Finding[] {
  return typeof table['health_cmd'] === 'string'
    ? [
        misplaced(
          [...path, 'health_cmd'],
          'must be an argv in a project file, such as ["./probe"]: a string would go to a shell',
        ),
      ]
    : [];
}

function strayFiles(path: KeyPath, written: unknown, base: Base): Finding[] {
  const files: readonly unknown[] = Array.isArray(written) ? written : [written];
  return files.flatMap((file, index) =>
    typeof file === 'string' && isOutside(file, base)
      ? [
          {
            path: [...path, 'env_file', ...(Array.isArray(written) ? [index] : [])],
            code: 'misplaced' as const,
            sentence: `must be inside the folder of the project, ${base.folder}`,
          },
        ]
      : [],
  );
}

function isOutside(file: string, base: Base): boolean {
  const way = relative(base.folder, resolvePath(file, base));
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}
