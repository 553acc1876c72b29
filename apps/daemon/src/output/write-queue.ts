import { setTimeout } from 'node:timers/promises';

const BATCH_BYTES = 256 * 1024;
const GATHER_MS = 10;

/** Bytes that wait for a slow writer: bounded, in order, one write at a time. */
export interface WriteQueue {
  /** Whether more waits than `limitBytes`. */
  readonly full: boolean;
  /** Takes bytes; false when four times the limit waits already, and these are lost. */
  add(bytes: Buffer): boolean;
  /** Settles when the queue is at most half full. */
  room(): Promise<void>;
  /** Settles when nothing waits. */
  idle(): Promise<void>;
}

/**
 * Makes a queue.
 *
 * @param write writes one batch; must not reject.
 * @param rest is called when nothing more waits; must not reject.
 */
export function writeQueue(
  limitBytes: number,
  write: (batch: Buffer) => Promise<void>,
  rest: () => Promise<void>,
): WriteQueue {
  const queue: Buffer[] = [];
  let sizeBytes = 0;
  const waiting: (() => void)[] = [];
  let working: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    // A few lines wait for those that follow, and for what the daemon may have to start first.
    await (sizeBytes < BATCH_BYTES ? setTimeout(GATHER_MS) : undefined);
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      await write(batch);
      sizeBytes -= batch.length;
      if (sizeBytes <= limitBytes / 2) {
        for (const resolve of waiting.splice(0)) {
          resolve();
        }
      }
      if (queue.length === 0) {
        await rest();
      }
    }
    working = undefined;
  };

  return {
    get full() {
      return sizeBytes > limitBytes;
    },
    add: (bytes) => {
      if (sizeBytes > 4 * limitBytes) {
        return false;
      }
      queue.push(bytes);
      sizeBytes += bytes.length;
      working ??= work();
      return true;
    },
    room: async () => {
      if (sizeBytes > limitBytes / 2) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        await promise;
      }
    },
    idle: async () => {
      await working;
    },
  };
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
