import { setTimeout } from 'node:timers/promises';

const BATCH_BYTES = 256 * 1024;
const GATHER_MS = 10;

/** Bytes that wait for a slow writer: bounded, in order, one write at a time. */
export class WriteQueue {
  readonly #limitBytes: number;
  readonly #write: (batch: Buffer) => Promise<void>;
  readonly #rest: () => Promise<void>;
  readonly #queue: Buffer[] = [];
  readonly #waiting: (() => void)[] = [];
  #sizeBytes = 0;
  #working: Promise<void> | undefined;

  /**
   * @param write writes one batch; must not reject.
   * @param rest is called when nothing more waits; must not reject.
   */
  constructor(
    limitBytes: number,
    write: (batch: Buffer) => Promise<void>,
    rest: () => Promise<void>,
  ) {
    this.#limitBytes = limitBytes;
    this.#write = write;
    this.#rest = rest;
  }

  /** Whether more waits than `limitBytes`. */
  get full(): boolean {
    return this.#sizeBytes > this.#limitBytes;
  }

  /** Takes bytes; false when four times the limit waits already, and these are lost. */
  add(bytes: Buffer): boolean {
    if (this.#sizeBytes > 4 * this.#limitBytes) {
      return false;
    }
    this.#queue.push(bytes);
    this.#sizeBytes += bytes.length;
    this.#working ??= this.#work();
    return true;
  }

  /** Settles when the queue is at most half full. */
  async room(): Promise<void> {
    if (this.#sizeBytes > this.#limitBytes / 2) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
  }

  /** Settles when nothing waits. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    // A few lines wait for those that follow, and for what the daemon may have to start first.
    await (this.#sizeBytes < BATCH_BYTES ? setTimeout(GATHER_MS) : undefined);
    while (this.#queue.length > 0) {
      const batch = takeBatch(this.#queue);
      await this.#write(batch);
      this.#sizeBytes -= batch.length;
      if (this.#sizeBytes <= this.#limitBytes / 2) {
        for (const resolve of this.#waiting.splice(0)) {
          resolve();
        }
      }
      if (this.#queue.length === 0) {
        await this.#rest();
      }
    }
    this.#working = undefined;
  }
}

function takeBatch(queue: Buffer[]): Buffer {
  let count = 1;
  for (let size = queue[0]?.length ?? 0; count < queue.length; count += 1) {
    size += queue[count]?.length ?? 0;
    if (size > BATCH_BYTES) {
      break;
    }
  }
  const batch = queue.splice(0, count);
  return batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch);
}
