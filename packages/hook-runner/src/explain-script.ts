import { join } from 'node:path';
import { isFile, isRunnable } from './file-access.ts';
import { error, type HookFinding, warning } from './hook-finding.ts';
import { envProgram, type InterpreterLine, parseInterpreterLine } from './interpreter-line.ts';
import { shownText } from './shown-text.ts';

// ELF; Mach-O in both byte orders and widths, and with several architectures in one file.
const PROGRAM_MARKS = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'];
const BYTE_ORDER_MARK = '\u{feff}';
// Source: execvp(3), man-pages 6.9: what is searched when PATH is not set.
const DEFAULT_SEARCH_PATH = '/bin:/usr/bin';

/** Judges a program by its first bytes: what would run it, and whether that is there. */
export async function explainScript(
  program: string,
  start: Buffer,
  searchPath: string | undefined,
): Promise<HookFinding[]> {
  if (PROGRAM_MARKS.includes(start.subarray(0, 4).toString('hex'))) {
    return [];
  }
  const text = start.toString();
  const line = parseInterpreterLine(text);
  return line === undefined
    ? [explainNoLine(program, text)]
    : await explainLine(program, line, searchPath);
}

function explainNoLine(program: string, text: string): HookFinding {
  const name = shownText(program);
  if (text === '') {
    return warning('empty', `${name} is empty: it runs and does nothing`);
  }
  return text.startsWith(`${BYTE_ORDER_MARK}#!`)
    ? warning(
        'byte_order_mark',
        `${name} begins with a byte-order mark, which hides its interpreter line: sh runs it`,
      )
    : warning('no_interpreter_line', `${name} has no interpreter line: sh runs it`);
}

async function explainLine(
  program: string,
  line: InterpreterLine,
  searchPath: string | undefined,
): Promise<HookFinding[]> {
  const asked = `the interpreter line of ${shownText(program)} asks for ${shownText(words(line))}`;
  if (line.hasCarriageReturn) {
    return [
      error(
        'interpreter_carriage_return',
        `${asked}: it ends in a carriage return (Windows line endings)`,
      ),
    ];
  }
  if (!(await isFile(line.interpreter))) {
    return [error('interpreter_missing', `${asked}, which does not exist`)];
  }
  if (!(await isRunnable(line.interpreter))) {
    return [error('interpreter_not_executable', `${asked}, which may not be run`)];
  }
  return await explainEnv(asked, line, searchPath ?? DEFAULT_SEARCH_PATH);
}

async function explainEnv(
  asked: string,
  line: InterpreterLine,
  searchPath: string,
): Promise<HookFinding[]> {
  const wanted = envProgram(line);
  if (wanted === undefined || (await isOnPath(wanted, searchPath))) {
    return [];
  }
  const where = `"${shownText(wanted)}" is not found on PATH (${shownText(searchPath)})`;
  return [error('interpreter_not_on_path', `${asked}, but ${where}: name it by its absolute path`)];
}

async function isOnPath(name: string, searchPath: string): Promise<boolean> {
  const places = name.includes('/') ? [name] : searchPath.split(':').map((dir) => join(dir, name));
  const found = await Promise.all(places.map(isRunnable));
  return found.includes(true);
}

function words({ interpreter, argument }: InterpreterLine): string {
  return argument === '' ? interpreter : `${interpreter} ${argument}`;
}
