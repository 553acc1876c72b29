import type { Stats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { explainAbsence } from './explain-absence.ts';
import { explainScript } from './explain-script.ts';
import { mayRun } from './file-access.ts';
import { error, type HookFinding, warning } from './hook-finding.ts';
import { INTERPRETER_LINE_BYTES } from './interpreter-line.ts';
import { noexecMount } from './noexec-mount.ts';
import { shownText } from './shown-text.ts';

/**
 * Looks at a hook's file as the user of this process and says what keeps it from running, and what is
 * odd about it; nothing when it is fine. The file is never run. Root may run what has any run bit, and
 * gets the same answer here.
 *
 * @param program - the hook's absolute path.
 * @param searchPath - the PATH that the hook will get, for an `env` interpreter line.
 */
export async function explainHook(
  program: string,
  searchPath: string | undefined,
): Promise<readonly HookFinding[]> {
  const seen = await statOrCode(program);
  if (typeof seen === 'string') {
    return [await explainAbsence(program, seen)];
  }
  if (!seen.isFile()) {
    return [error('not_a_file', `${shownText(program)} is ${kindOf(seen)}, not a program`)];
  }
  return [...(await explainMode(program, seen)), ...(await explainContent(program, searchPath))];
}

async function explainMode(program: string, { mode }: Stats): Promise<HookFinding[]> {
  const findings: HookFinding[] = [];
  if (!(await mayRun(program))) {
    findings.push(await explainRunBit(program, mode));
  }
  if ((mode & 0o002) !== 0) {
    findings.push(
      warning('writable_by_others', `${shownText(program)} can be changed by every user`),
    );
  }
  return findings;
}

async function explainRunBit(program: string, mode: number): Promise<HookFinding> {
  const name = shownText(program);
  if ((mode & 0o111) === 0) {
    return error('not_executable', `${name} is not executable: run chmod +x on it`);
  }
  const mount = await noexecMount(await realpath(program));
  return mount === undefined
    ? error('not_executable', `${name} may not be run by this user`)
    : error('noexec_mount', `${name} is on ${shownText(mount)}, which is mounted noexec`);
}

async function explainContent(
  program: string,
  searchPath: string | undefined,
): Promise<HookFinding[]> {
  const start = await readStart(program);
  return start === undefined
    ? [warning('unreadable', `${shownText(program)} cannot be read: a script would fail`)]
    : await explainScript(program, start, searchPath);
}

async function statOrCode(path: string): Promise<Stats | string> {
  try {
    return await stat(path);
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
  }
}

async function readStart(path: string): Promise<Buffer | undefined> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(INTERPRETER_LINE_BYTES));
    return buffer.subarray(0, bytesRead);
  } catch {
    // A program may be runnable without being readable.
    return undefined;
  }
}

function kindOf(seen: Stats): string {
  return seen.isDirectory() ? 'a folder' : 'a device, pipe or socket';
}
