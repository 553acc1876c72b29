import { createRequire } from 'node:module';
import type { IBuffer, IFunctionIdentifier, Terminal } from '@xterm/headless';
import type { TerminalSize } from '../process/spawn-terminal.ts';
import { type Row, readRow, readScreen } from './row.ts';

/** What a program does to its screen that would be lost if nobody looked. Called before it happens. */
export interface ScreenEvents {
  /** A row of the ordinary screen has moved out at the top. */
  scrolledOff(row: Row): void;
  /** The program goes to the alternate screen. */
  entersAlternate(ordinary: readonly Row[]): void;
  /** The program leaves the alternate screen, which loses what is on it. */
  leavesAlternate(alternate: readonly Row[]): void;
  /** The program empties the ordinary screen. */
  erases(ordinary: readonly Row[]): void;
  /** The terminal answers a question of the program. */
  replies(text: string): void;
}

/** A terminal without a window. */
export interface Emulator {
  /** Takes bytes, which must not change afterwards; `done` is called when they have been dealt with. */
  write(bytes: Uint8Array | string, done?: () => void): void;
  /** The rows that it shows. */
  screen(): Row[];
  readonly isAlternate: boolean;
  dispose(): void;
}

const load = createRequire(import.meta.url);

/** Makes a terminal that remembers nothing beyond its screen. */
export function createEmulator(size: TerminalSize, events: ScreenEvents): Emulator {
  // Loaded for the first program that needs it: most harnesses never do.
  const library: typeof import('@xterm/headless') = load('@xterm/headless');
  const terminal = new library.Terminal({
    ...size,
    // One row, in which the one that has just moved out is read.
    scrollback: 1,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const screen = (): Row[] => readScreen(terminal.buffer.active, size.rows);
  const isAlternate = (): boolean => terminal.buffer.active.type === 'alternate';
  const scrolling = watchScrolling(terminal, events);
  watchSwitches(terminal, events, { screen, isAlternate, settle: scrolling.settle });
  answerColours(terminal, events);
  terminal.onData((text) => events.replies(text));

  return {
    write: (bytes, done) =>
      terminal.write(bytes, () => {
        scrolling.settle();
        done?.();
      }),
    screen,
    get isAlternate() {
      return isAlternate();
    },
    dispose: () => terminal.dispose(),
  };
}

interface Scrolling {
  /** Passes on the row that has moved out last. */
  settle(): void;
}

// The library also says that it scrolled when it is about to show the other screen.
function watchScrolling({ buffer, onScroll }: Terminal, events: ScreenEvents): Scrolling {
  let gone: Row | undefined;
  const settle = (): void => {
    const row = gone;
    gone = undefined;
    if (row !== undefined) {
      events.scrolledOff(row);
    }
  };
  onScroll(() => {
    settle();
    gone = lastScrolled(buffer.active);
  });
  buffer.onBufferChange(() => {
    gone = undefined;
  });
  return { settle };
}

function lastScrolled(buffer: IBuffer): Row | undefined {
  return buffer.baseY === 0 ? undefined : readRow(buffer, buffer.baseY - 1);
}

interface Watched extends Scrolling {
  readonly screen: () => readonly Row[];
  readonly isAlternate: () => boolean;
}

const SCREEN_SWITCHES = [47, 1047, 1049];

function watchSwitches({ parser, buffer }: Terminal, events: ScreenEvents, watched: Watched): void {
  const { screen, isAlternate, settle } = watched;
  const leaveOrErase = (): void => {
    settle();
    (isAlternate() ? events.leavesAlternate : events.erases)(screen());
  };
  const onSequence = (
    id: IFunctionIdentifier,
    look: (first: number, parameters: readonly (number | number[])[]) => void,
  ): void => {
    parser.registerCsiHandler(id, (parameters) => {
      look(Number(parameters[0] ?? 0), parameters);
      return false;
    });
  };
  const isSwitch = (parameters: readonly (number | number[])[]): boolean =>
    parameters.some((one) => SCREEN_SWITCHES.includes(Number(one)));

  onSequence({ prefix: '?', final: 'h' }, (_, parameters) => {
    if (isSwitch(parameters) && !isAlternate()) {
      settle();
      events.entersAlternate(screen());
    }
  });
  onSequence({ prefix: '?', final: 'l' }, (_, parameters) => {
    if (isSwitch(parameters) && isAlternate()) {
      settle();
      events.leavesAlternate(screen());
    }
  });
  onSequence({ final: 'J' }, (mode) => {
    const { cursorX, cursorY } = buffer.active;
    const isWhole = mode === 2 || (mode === 0 && cursorX === 0 && cursorY === 0);
    if (isWhole && !isAlternate()) {
      settle();
      events.erases(screen());
    }
  });
  parser.registerEscHandler({ final: 'c' }, () => {
    leaveOrErase();
    return false;
  });
}

// A program that asks for the colours waits for an answer before it draws. Source: XTerm Control Sequences, patch 400.
function answerColours({ parser }: Terminal, { replies }: ScreenEvents): void {
  for (const [code, colour] of [
    [10, 'd0d0/d0d0/d0d0'],
    [11, '0000/0000/0000'],
  ] as const) {
    parser.registerOscHandler(code, (text) => {
      if (text === '?') {
        replies(`\u001b]${code};rgb:${colour}\u001b\\`);
      }
      return true;
    });
  }
}
