import { randomUUID } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { Backlog } from './backlog.ts';
import type { Change } from './change.ts';
import { commitAcceptable } from './commit-acceptable.ts';
import { Disk } from './disk.ts';
import type { Fault } from './fault.ts';
import { Image } from './image.ts';
import type { Loaded } from './load.ts';
import { mergeImage } from './merge-image.ts';
import { type Opening, runFloor } from './open-file.ts';
import type { MetaRow } from './rows.ts';
import { Standing } from './standing.ts';
import type { OnTrouble, StoreHealth } from './trouble.ts';

/** Where a ledger lies and how it behaves. */
export interface LedgerOptions {
  readonly path: string;
  readonly nowMs: () => number;
  readonly onTrouble: OnTrouble;
  readonly retryMs: number;
}

/**
 * The one place that writes: to the file while the disk takes it, else to memory, from where it
 * is written when the disk is back. No method throws because of the disk.
 */
export class Ledger {
  /** What is at hand without the disk; another object after the file was opened again. */
  image: Image;
  /** How the file was found. */
  readonly opening: Opening;
  /** Grows whenever rows were numbered anew: whoever remembers row numbers must forget them. */
  generation = 0;
  readonly disk: Disk;
  readonly standing: Standing;
  readonly #options: LedgerOptions;
  readonly #backlog = new Backlog();
  #batch: Change[] | undefined;
  /** Reading or writing found damage that opening the file did not. */
  #isSuspect = false;
  /** The numbering in the file that memory came from. */
  #fileStoreId: string | undefined;
  #isRenumbered = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.standing = new Standing(options.nowMs, options.onTrouble);
    this.disk = new Disk(options.path);
    this.image = new Image(blankMeta(options.nowMs()));
    this.opening = this.#open(true);
    if (this.opening.kind !== 'memory') {
      this.#writeBacklog();
    }
  }

  get isDurable(): boolean {
    return this.standing.fault === undefined;
  }

  /** The rows that wait for the disk. */
  get waiting(): readonly Change[] {
    return this.#backlog.all();
  }

  /** Writes all of the changes or, when the daemon dies in the middle, none. */
  write(...changes: readonly Change[]): void {
    for (const change of changes) {
      this.image.apply(change);
    }
    if (this.#batch === undefined) {
      this.#save(changes);
    } else {
      this.#batch.push(...changes);
    }
  }

  /** Makes one write of all that `work` writes, also of what it wrote before it threw. */
  together<T>(work: () => T): T {
    if (this.#batch !== undefined) {
      return work();
    }
    const batch: Change[] = [];
    this.#batch = batch;
    try {
      return work();
    } finally {
      this.#batch = undefined;
      this.#save(batch);
    }
  }

  /** The rows of a query as the file has them; none when it cannot be read. */
  read<Row>(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    if (!this.disk.isOpen) {
      return [];
    }
    const rows = this.disk.read<Row>(sql, values);
    if ('kind' in rows) {
      this.#fail(rows);
      return [];
    }
    return rows;
  }

  /** Takes the next place in the history. */
  takeRow(): number {
    this.image.lastRow += 1;
    return this.image.lastRow;
  }

  /**
   * The number that is next, taken by setting `image.lastSeq`. In memory a new numbering begins,
   * for the daemon may die before the disk is back.
   */
  nextSeq(): number {
    if (!this.isDurable && !this.#isRenumbered) {
      this.#isRenumbered = true;
      this.image.lastSeq = 0;
      this.write({ kind: 'meta', row: { ...this.image.meta, store_id: randomUUID() } });
    }
    return this.image.lastSeq + 1;
  }

  /** Tries the disk again; true when nothing waits any more. */
  retry(): boolean {
    if (this.isDurable || this.#isClosed) {
      return this.isDurable;
    }
    return (this.disk.isOpen || this.#open(false).kind !== 'memory') && this.#writeBacklog();
  }

  /** Sees to the file, at a quiet moment. */
  tend(): void {
    const fault = this.disk.isOpen ? this.disk.tend() : undefined;
    if (fault !== undefined) {
      this.#fail(fault);
      this.retry();
    }
  }

  health(): StoreHealth {
    return this.standing.health(this.#backlog.size, this.#backlog.lost);
  }

  /** Writes what it can; what comes after is kept in memory and goes nowhere. */
  close(): void {
    this.retry();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.disk.close();
    this.standing.close();
  }

  #save(changes: readonly Change[]): void {
    if (changes.length === 0) {
      return;
    }
    const wasDurable = this.isDurable;
    const fault = wasDurable ? this.#commit(changes) : this.standing.fault;
    if (fault === undefined) {
      return;
    }
    for (const change of changes) {
      this.#backlog.keep(change);
    }
    if (wasDurable) {
      this.#fail(fault);
    }
  }

  #writeBacklog(): boolean {
    const rows = this.#backlog.size;
    const fault = this.#commit(this.#backlog.all());
    if (fault !== undefined) {
      this.#fail(fault);
      return false;
    }
    this.#backlog.clear();
    this.#fileStoreId = this.image.meta.store_id;
    this.#isRenumbered = false;
    clearTimeout(this.#timer);
    this.standing.rise(rows);
    return true;
  }

  #commit(changes: readonly Change[]): Fault | undefined {
    return commitAcceptable(this.disk, changes, (reason) => this.standing.refused(reason));
  }

  #fail(fault: Fault): void {
    this.#isSuspect ||= fault.kind === 'damaged';
    if (fault.kind !== 'passing') {
      this.disk.close();
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), this.#options.retryMs).unref();
    this.standing.fall(fault);
  }

  #open(isFirst: boolean): Opening {
    const atMs = this.#options.nowMs();
    const opening = this.disk.open({ isFirst, atMs, isSuspect: this.#isSuspect });
    if (opening.kind === 'memory') {
      this.#fail({ kind: 'lost', reason: opening.reason });
      return opening;
    }
    if (opening.kind === 'moved_aside') {
      this.standing.movedAside(opening.movedTo, opening.reason);
    }
    this.#isSuspect = false;
    this.#adopt(opening.file.loaded);
    return opening;
  }

  #adopt(loaded: Loaded): void {
    const isOwn = loaded.meta.store_id === this.#fileStoreId;
    const atHand = this.#fileStoreId === undefined ? [] : this.image.changes();
    const changes = [...atHand, ...this.#backlog.all()];
    const merged = mergeImage(this.image, changes, { loaded, isOwn });
    this.#fileStoreId = loaded.meta.store_id;
    this.generation += merged.shift > 0 ? 1 : 0;
    this.image = merged.image;
    // Until the daemon says goodbye, whoever opens the file next finds that it did not.
    const meta: Change = { kind: 'meta', row: { ...this.image.meta, clean: 0 } };
    this.image.apply(meta);
    this.#backlog.replace([...merged.changes, meta]);
  }
}

function blankMeta(atMs: number): MetaRow {
  return { store_id: randomUUID(), alive_ms: null, clean: 0, run_floor: runFloor(atMs) };
}
