import { StringDecoder } from 'node:string_decoder';
import type { DurableLog } from '../output/durable-log.ts';
import type { TextSink } from '../output/serve-log.ts';

const PENDING_CHARACTERS = 256 * 1024;

/** A log whose only reader listens: what is written goes to `sink`, and the daemon's own lines do not. */
export function createClientLog(sink: TextSink): DurableLog {
  const decoder = new StringDecoder('utf8');
  let pending = 0;
  let last: Promise<void> = Promise.resolve();

  function send(text: string): void {
    if (text !== '') {
      pending += text.length;
      const done = (): void => {
        pending -= text.length;
      };
      last = last.then(() => sink(text)).then(done, done);
    }
  }

  return {
    path: '',
    lostBytes: 0,
    get full() {
      return pending > PENDING_CHARACTERS;
    },
    append: (text) => send(`${text}\n`),
    write: (bytes) => send(decoder.write(Buffer.from(bytes))),
    note: () => undefined,
    room: () => last,
    flush: () => last,
    close: () => last,
    onAppended: () => () => undefined,
  };
}
