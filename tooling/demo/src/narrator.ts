import { styleText } from 'node:util';

/** Prints what happens as it happens, and one line that moves while nothing does. */
export interface Narrator {
  say(text: string): void;
  /** A block of text below a heading. */
  show(heading: string, lines: readonly string[]): void;
  /** Says what is being waited for; on a terminal the line counts the seconds. */
  waiting(what: string | undefined): void;
  close(): void;
}

const TICK_MS = 1000;

export function createNarrator(out: NodeJS.WriteStream): Narrator {
  const startedMs = Date.now();
  let awaited: string | undefined;
  const timer = setInterval(progress, TICK_MS);

  function progress(): void {
    if (awaited !== undefined && out.isTTY) {
      out.write(`\r\x1b[K${styleText('dim', `${clock()}  … ${awaited}`)}`);
    }
  }

  function clock(): string {
    return `${((Date.now() - startedMs) / 1000).toFixed(1).padStart(5)}s`;
  }

  function say(text: string): void {
    out.write(`${out.isTTY ? '\r\x1b[K' : ''}${styleText('dim', clock())}  ${text}\n`);
  }

  return {
    say,
    show(heading, lines) {
      say(styleText('bold', heading));
      out.write(lines.map((line) => `          ${line}\n`).join(''));
    },
    waiting(what) {
      if (what !== undefined && what !== awaited && !out.isTTY) {
        say(`… ${what}`);
      }
      awaited = what;
    },
    close: () => clearInterval(timer),
  };
}
