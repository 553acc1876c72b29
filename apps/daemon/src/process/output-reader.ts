import type { Socket } from 'node:net';
import type { Draft } from '../draft.ts';
import type { OutputSource } from './harness-process.ts';
import { createOutputTurns } from './output-turns.ts';

/** The reading end of a run's output. */
export interface OutputReader extends OutputSource {
  /** Whether nothing is read now: it was paused, or others have their turn. */
  isPaused(): boolean;
  /** How often something was read. */
  readonly reads: number;
  /** Settles at the end of file, at a read error, which is the same, or at {@link close}. */
  readonly ended: Promise<void>;
  readonly isEnded: boolean;
  /** Whether the descriptors still are the reader's own. */
  isOpen(): boolean;
  /** Whether the end of file was seen: nobody else holds the writing end. */
  readonly atEof: boolean;
  /** Stops reading for good and frees the descriptors. */
  close(): void;
}

/** What a socket is made with so that it reads into a buffer that is used again. */
export interface ReadInto {
  readonly buffer: Buffer;
  callback(sizeBytes: number, bytes: Uint8Array): boolean;
}

// One for all runs: each read is passed on before the next one begins.
const shared = Buffer.allocUnsafe(64 * 1024);
const turns = createOutputTurns();

/**
 * Reads what `open` returns and passes every chunk on, which is only lent for the call.
 *
 * @param open makes the sockets with this `onread`, or calls it for what they read.
 */
export function readOutput(
  open: (onread: ReadInto) => readonly Socket[],
  onOutput: (chunk: Buffer) => void,
): OutputReader {
  const state = { paused: false, waits: false };
  const goOn = (): void => {
    state.waits = false;
    if (!state.paused) {
      setPaused(false);
    }
  };
  let sockets: readonly Socket[] = [];
  const reader: Draft<OutputReader> = {
    reads: 0,
    ended: Promise.resolve(),
    isEnded: false,
    atEof: false,
    isOpen: () => sockets.every((socket) => !socket.destroyed),
    isPaused: () => state.paused || state.waits,
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    close: () => {
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
  sockets = open({
    buffer: shared,
    callback: (sizeBytes, bytes) => {
      reader.reads += 1;
      onOutput(Buffer.from(bytes.buffer, bytes.byteOffset, sizeBytes));
      state.waits ||= !turns.take(sizeBytes, goOn);
      return !state.paused && !state.waits;
    },
  });
  reader.ended = Promise.all(sockets.map(untilClosed)).then((ends) => {
    reader.isEnded = true;
    reader.atEof = ends.every((isEof) => isEof);
  });
  const setPaused = (paused: boolean): void => {
    state.paused = paused;
    for (const socket of sockets) {
      if (paused) {
        socket.pause();
      } else {
        socket.resume();
      }
    }
  };
  setPaused(false);
  return reader;
}

function untilClosed(socket: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isEof = false;
  socket.once('end', () => {
    isEof = true;
  });
  socket.once('close', () => resolve(isEof));
  // A terminal ends with EIO; whatever the error, no more can be read and 'close' follows.
  socket.on('error', () => socket.destroy());
  return promise;
}
