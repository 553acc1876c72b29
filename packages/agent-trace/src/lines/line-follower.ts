import { fstatSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { readNow, withFile } from '../file-reading.ts';

/** What one look at a growing file found. */
export interface FollowOutcome {
  /** The file no longer continues what was read: it was cut, or another took its place. */
  readonly restarted: boolean;
  /** It holds more than one look reads. */
  readonly more: boolean;
  /** Lines that were longer than the limit. */
  readonly tooLong: number;
}

/** Takes a line without its end, and the byte at which it begins. */
export type OnLine = (text: string, offset: number) => void;

/** What bounds a look. */
export interface FollowLimits {
  readonly lineBytes: number;
  readonly lookBytes: number;
}

/**
 * Reads the whole lines that are appended to a file, each once.
 *
 * A last line without its end waits. A line over the limit is passed over in bounded memory. Where
 * the file no longer holds what was read last before the place reached, it is read from its start.
 */
export class LineFollower {
  readonly path: string;
  readonly #limits: FollowLimits;
  #offset: number;
  #searchedTo: number;
  #skipping = false;
  #tail: Buffer | undefined;

  /** Follows a file from a byte that begins a line. */
  constructor(path: string, offset: number, limits: FollowLimits) {
    this.path = path;
    this.#limits = limits;
    this.#offset = offset;
    this.#searchedTo = offset;
  }

  /** Hands on what was appended. Rejects with the system's error where the file cannot be read. */
  look(onLine: OnLine): Promise<FollowOutcome> {
    return withFile(this.path, (fd) => this.#lookAt(fd, onLine));
  }

  async #lookAt(fd: number, onLine: OnLine): Promise<FollowOutcome> {
    const { size } = fstatSync(fd);
    const restarted = !this.#continues(fd, size);
    if (restarted) {
      this.#restart();
    }
    const end = Math.min(size, this.#searchedTo + this.#limits.lookBytes);
    const tooLong = await this.#readTo(fd, end, onLine);
    this.#tail = readNow(fd, tailStart(this.#offset), this.#offset);
    return { restarted, more: end < size, tooLong };
  }

  #continues(fd: number, size: number): boolean {
    if (size < this.#offset) {
      return false;
    }
    return (
      this.#tail === undefined ||
      readNow(fd, tailStart(this.#offset), this.#offset).equals(this.#tail)
    );
  }

  #restart(): void {
    this.#offset = 0;
    this.#searchedTo = 0;
    this.#skipping = false;
    this.#tail = undefined;
  }

  async #readTo(fd: number, end: number, onLine: OnLine): Promise<number> {
    let tooLong = 0;
    // One buffer for all chunks: nothing of it is kept when a line has been handed on.
    const size = Math.min(CHUNK, Math.max(LEAST_CHUNK, this.#limits.lineBytes));
    const buffer = Buffer.allocUnsafe(Math.min(size, Math.max(0, end - this.#offset)));
    while (this.#searchedTo < end) {
      this.#rewind(size / 2);
      const room = buffer.subarray(0, Math.min(size, end - this.#searchedTo));
      const chunk = await fill(fd, room, this.#searchedTo);
      if (chunk.length === 0) {
        break;
      }
      const first = chunk.indexOf(NEWLINE);
      if (first === -1) {
        this.#searchedTo += chunk.length;
        tooLong += this.#giveUpLongLine();
        continue;
      }
      await this.#endOpenLine(fd, chunk, first, onLine);
      this.#handOn(chunk, first + 1, onLine);
    }
    return tooLong;
  }

  /** Begins the next chunk with the open line, unless that would fill most of it. */
  #rewind(mostBytes: number): void {
    if (this.#searchedTo - this.#offset <= mostBytes) {
      this.#searchedTo = this.#offset;
    }
  }

  #giveUpLongLine(): number {
    const begins = !this.#skipping && this.#searchedTo - this.#offset > this.#limits.lineBytes;
    this.#skipping ||= begins;
    if (this.#skipping) {
      this.#offset = this.#searchedTo;
    }
    return begins ? 1 : 0;
  }

  /** Hands on the line that ends in this chunk and may have begun before it. */
  async #endOpenLine(fd: number, chunk: Buffer, first: number, onLine: OnLine): Promise<void> {
    const lineEnd = this.#searchedTo + first;
    if (!this.#skipping) {
      const inChunk = this.#offset === this.#searchedTo;
      const line = inChunk ? chunk.subarray(0, first) : await readAt(fd, this.#offset, lineEnd);
      onLine(line.toString('utf8'), this.#offset);
    }
    this.#skipping = false;
    this.#offset = lineEnd + 1;
  }

  #handOn(chunk: Buffer, from: number, onLine: OnLine): void {
    const base = this.#searchedTo;
    let start = from;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) {
        break;
      }
      onLine(chunk.toString('utf8', start, end), base + start);
      start = end + 1;
    }
    this.#offset = base + start;
    this.#searchedTo = base + chunk.length;
  }
}

const NEWLINE = 0x0a;
const CHUNK = 1024 * 1024;
const LEAST_CHUNK = 4 * 1024;
const TAIL = 64;

function tailStart(offset: number): number {
  return Math.max(0, offset - TAIL);
}

function readAt(fd: number, start: number, end: number): Promise<Buffer> {
  return fill(fd, Buffer.allocUnsafe(end - start), start);
}

async function fill(fd: number, buffer: Buffer, start: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const room = buffer.subarray(filled);
    const { bytesRead } = await readFrom(fd, room, 0, room.length, start + filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

const readFrom = promisify(read);
