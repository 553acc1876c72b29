import { readFile } from 'node:fs/promises';

/** The mount point above a file that forbids running programs from it; undefined when none does. */
export async function noexecMount(realPath: string): Promise<string | undefined> {
  const mount = mountOf(realPath, await readMounts());
  return mount?.options.includes('noexec') ? mount.point : undefined;
}

/** A mounted file system. */
export interface Mount {
  readonly point: string;
  readonly options: readonly string[];
}

/** Reads a process's table of mounts. Source: proc_pid_mountinfo(5), man-pages 6.9. */
export function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, , , , point, options] = line.split(' ');
    return point === undefined || options === undefined
      ? []
      : [{ point: unescaped(point), options: options.split(',') }];
  });
}

/** The mount that holds a path: of the longest points above it the one mounted last. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`))
    .reduce<Mount | undefined>(
      (best, mount) => (mount.point.length >= (best?.point.length ?? 0) ? mount : best),
      undefined,
    );
}

// Space, tab, newline and backslash are written in octal.
function unescaped(point: string): string {
  return point.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

async function readMounts(): Promise<Mount[]> {
  try {
    return parseMounts(await readFile('/proc/self/mountinfo', 'utf8'));
  } catch {
    // Not Linux, or /proc is not there: nothing can be said.
    return [];
  }
}
