import type { Turn } from '@harness/turns';
import { isObject } from '../json-value.ts';
import { type FirstOffset, firstOffset, type RunStart } from './first-offset.ts';
import { type FollowLimits, LineFollower } from './line-follower.ts';
import type { Identity, LineFormat, ReadContext, ReadRecord } from './line-format.ts';

/** What a file was when it was last looked at. */
export interface Stamp {
  readonly sizeBytes: number;
  readonly changedMs: number;
  readonly inode: number;
}

/** One transcript that is read. */
export class LineFile {
  readonly identity: Identity;
  readonly path: string;
  /** When the run's part of it begins, in Unix milliseconds. */
  readonly bornMs: number;
  malformed = 0;
  tooLong = 0;
  behind = false;
  readonly #follower: LineFollower;
  readonly #resumed: boolean;
  readonly #parse: LineFormat['parse'];
  readonly #newReader: () => ReadRecord;
  #read: ReadRecord | undefined;
  #told = false;

  private constructor(path: string, identity: Identity, start: Start, reading: Reading) {
    this.path = path;
    this.identity = identity;
    this.bornMs = start.bornMs;
    this.#resumed = start.resumed;
    this.#follower = start.follower;
    this.#parse = reading.parse;
    this.#newReader = reading.newReader;
  }

  /** Begins at the run's part of the file. Rejects with the system's error. */
  static async open(
    path: string,
    identity: Identity,
    format: LineFormat,
    options: {
      readonly start: RunStart;
      readonly limits: FollowLimits;
      readonly context: ReadContext;
    },
  ): Promise<LineFile> {
    const first = await firstOffset(path, options.start);
    const follower = new LineFollower(path, first.offset, options.limits);
    return new LineFile(
      path,
      identity,
      { ...first, follower },
      {
        parse: format.parse,
        newReader: () => format.reader(identity, options.context),
      },
    );
  }

  /** The turns that were appended. Rejects with the system's error. */
  async turns(): Promise<readonly Turn[]> {
    const turns: Turn[] = [];
    const outcome = await this.#follower.look((text, record) => {
      this.#take(text, record, turns);
    });
    this.tooLong += outcome.tooLong;
    this.behind = outcome.more;
    return turns.length === 0 || this.#told ? turns : [...this.#begin(turns), ...turns];
  }

  /** Forgets what is remembered from one record to the next: a run may have begun any number of sessions. */
  rest(): void {
    this.#read = undefined;
  }

  #take(text: string, record: number, turns: Turn[]): void {
    const value = this.#parse(text);
    if (isObject(value)) {
      this.#read ??= this.#newReader();
      for (const turn of this.#read(value, { source: this.path, record })) {
        turns.push(turn);
      }
    } else if (text.trim() !== '') {
      this.malformed += 1;
    }
  }

  #begin([first]: readonly Turn[]): readonly Turn[] {
    this.#told = true;
    if (first === undefined || this.identity.agent !== undefined) {
      return [];
    }
    const { session, atMs, place } = first;
    const origin = {
      session,
      ...(atMs === undefined ? {} : { atMs }),
      ...(place ? { place } : {}),
    };
    return [{ kind: 'session', resumed: this.#resumed, ...origin }];
  }
}

interface Start extends FirstOffset {
  readonly follower: LineFollower;
}

interface Reading extends Pick<LineFormat, 'parse'> {
  readonly newReader: () => ReadRecord;
}
