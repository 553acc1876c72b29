import { stat } from 'node:fs/promises';
import { within } from './bounded-wait.ts';
import { explainHook } from './explain-hook.ts';
import type { HookCommand } from './hook.ts';

const REASONS: Readonly<Record<string, string>> = {
  E2BIG: 'its arguments and environment are larger than the system takes',
  EACCES: 'it may not be run by this user',
  EAGAIN: 'the limit of processes is reached',
  EMFILE: 'the limit of open files is reached',
  ENFILE: "the system's limit of open files is reached",
  ENOENT: 'it, or a program that it needs, does not exist',
  ENOEXEC: 'it is no program for this machine',
  ENOMEM: 'the system is out of memory',
  EPERM: 'the system does not permit it',
  ETXTBSY: 'its file stayed open for writing',
  ERR_INVALID_ARG_VALUE: 'an argument or a variable holds a NUL byte, or the program has no name',
};

const LOOK_LIMIT_MS = 1000;

/**
 * Why a program could not be started, in a sentence that never quotes an argument or a variable. For
 * `ENOENT` and `EACCES`, which can mean several things, the file is looked at.
 */
export async function explainRefusal(command: HookCommand, code: string): Promise<string> {
  const looked =
    code === 'ENOENT' || code === 'EACCES' ? await within(look(command), LOOK_LIMIT_MS) : undefined;
  return looked ?? REASONS[code] ?? 'the system refused';
}

async function look({ argv, cwd, env }: HookCommand): Promise<string | undefined> {
  if (cwd !== undefined && !(await isFolder(cwd))) {
    return `its working folder ${cwd} does not exist`;
  }
  const findings = await explainHook(argv[0] ?? '', env['PATH']);
  return findings.find((finding) => finding.level === 'error')?.message;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Whatever keeps it from being seen keeps a program from working there.
    return false;
  }
}
