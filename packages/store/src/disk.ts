import { statSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import type { Change } from './change.ts';
import type { Connection } from './connection.ts';
import { type Fault, faultOf } from './fault.ts';
import { type Opening, type OpenRequest, openFile } from './open-file.ts';

/** The file as something that may fail: every error of SQLite and the file system is a value. */
export class Disk {
  readonly path: string;
  /** How often the file has been opened. */
  openings = 0;
  #connection: Connection | undefined;

  constructor(path: string) {
    this.path = path;
  }

  get isOpen(): boolean {
    return this.#connection !== undefined;
  }

  open(request: Omit<OpenRequest, 'path'>): Opening {
    const opening = openFile({ ...request, path: this.path });
    if (opening.kind !== 'memory') {
      this.#connection = opening.file.connection;
      this.openings += 1;
    }
    return opening;
  }

  /** Writes all of the changes or none; answers why none. */
  commit(changes: readonly Change[]): Fault | undefined {
    return this.#attempt((connection) => {
      connection.commit(changes);
      return undefined;
    });
  }

  /** Does all that {@link commit} does but for the end: nothing is written. */
  attempt(changes: readonly Change[]): void {
    this.#attempt((connection) => {
      connection.attempt(changes);
      return undefined;
    });
  }

  /** Answers the rows of a query, or why there are none. */
  read<Row>(sql: string, values: readonly SQLInputValue[]): readonly Row[] | Fault {
    let rows: readonly Row[] = [];
    const fault = this.#attempt((connection) => {
      rows = connection.all<Row>(sql, ...values);
      return undefined;
    });
    return fault ?? rows;
  }

  /** Is the file still there, has its log grown long? Costs a sync now and then. */
  tend(): Fault | undefined {
    return this.#attempt((connection) => {
      if (statSync(this.path, { throwIfNoEntry: false })?.ino !== connection.inode) {
        return { kind: 'lost', reason: `${this.path} is gone or was replaced` };
      }
      connection.checkpoint();
      return undefined;
    });
  }

  close(): void {
    // An error only means that the file could not be tidied up on the way out.
    this.#attempt((connection) => {
      connection.close();
      return undefined;
    });
    this.#connection = undefined;
  }

  #attempt(work: (connection: Connection) => Fault | undefined): Fault | undefined {
    if (this.#connection === undefined) {
      return { kind: 'lost', reason: `${this.path} is not open` };
    }
    try {
      return work(this.#connection);
    } catch (error) {
      return faultOf(error);
    }
  }
}
