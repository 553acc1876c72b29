import { fences } from './documents.ts';

const SHELL = ['sh', 'bash', 'shell', 'console', 'sh-session'];
const OPERATOR = /^(?:\d?[<>]|[|&;])/;

/** One command of a document that calls `harness`. */
export interface HarnessCommand {
  readonly file: string;
  /** As it stands there, without a prompt and a comment. */
  readonly line: string;
  /** The words after `harness`, up to the end of the simple command. */
  readonly argv: readonly string[];
}

/** Every command of the documents whose line begins with `harness`, `bin/harness` or `sudo harness`. */
export function harnessCommands(): readonly HarnessCommand[] {
  // A fence that names no language may be a drawing with `bin/harness` in it.
  const plain = fences('').map(({ file, text }) => ({ file, text, calls: /^(?:sudo )?harness / }));
  const shell = fences(...SHELL).map(({ file, text }) => ({
    file,
    text,
    calls: /^(?:sudo )?(?:bin\/)?harness(?: |$)/,
  }));
  return [...shell, ...plain].flatMap(({ file, text, calls }) =>
    shellCommands(text)
      .filter((command) => calls.test(command))
      .map((command) => {
        const { line, words } = withoutComment(command);
        return { file, line, argv: words.slice(words[0] === 'sudo' ? 2 : 1) };
      }),
  );
}

/** The commands of a shell fence in order: each a line, with the lines that it goes on for. */
export function shellCommands(text: string): readonly string[] {
  const commands: string[] = [];
  let open: string[] = [];
  let end: string | undefined;
  for (const line of text.split('\n')) {
    open.push(open.length === 0 ? line.replace(/^\s*\$ /, '') : line);
    end ??= /<<-?\s*(['"]?)(\w+)\1/.exec(line)?.[2];
    const goesOn = end === undefined ? line.endsWith('\\') : line.trim() !== end;
    if (!goesOn) {
      commands.push(open.join('\n').trim());
      open = [];
      end = undefined;
    }
  }
  return [...commands, open.join('\n').trim()].filter((one) => !/^(?:#.*)?$/.test(one));
}

function withoutComment(command: string): { line: string; words: readonly string[] } {
  const words: string[] = [];
  for (const { 0: token, index } of command.matchAll(
    /\d?[<>]+|[|&;]+|(?:"[^"]*"|'[^']*'|\\.|[^\s"'|&;<>\\])+/gs,
  )) {
    if (token.startsWith('#')) {
      return { line: command.slice(0, index).trim(), words: simple(words) };
    }
    words.push(token);
  }
  return { line: command, words: simple(words) };
}

/** The words before the first operator of the shell, without their quotes. */
function simple(tokens: readonly string[]): readonly string[] {
  const end = tokens.findIndex((token) => OPERATOR.test(token));
  return tokens
    .slice(0, end === -1 ? undefined : end)
    .map((token) => token.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
