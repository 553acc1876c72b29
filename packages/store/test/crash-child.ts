import { writeSync } from 'node:fs';
import { openStore, type Store } from '../src/index.ts';

// Writes until it is killed, or opens and closes when it has no name. Every line says what the
// store has answered for.
const [folder = '', life = ''] = process.argv.slice(2);
const store = openStore({ folder, nowMs: () => 1, onTrouble: ({ kind }) => say('trouble', kind) });
for (let number = 1; life !== ''; number += 1) {
  live(store, `${life}-${number}`, number);
}
store.close();

function live(store: Store, id: string, number: number): void {
  const { seq } = store.enqueue({
    id,
    harness: `h${number % 7}`,
    event: 'failed',
    payload: (seq) => ({ seq, filler: 'x'.repeat(number % 3_000) }),
    hook: { command: ['/bin/true'] },
    raisedAtMs: number,
    memory: { lastId: id },
  });
  say('enqueued', id, seq);
  if (number % 3 > 0) {
    store.started(id, number);
    say('started', id);
  }
  if (number % 3 > 1) {
    store.finished(id, { result: 'ok', detail: {}, durationMs: 1, atMs: number });
    say('finished', id);
  }
  if (number % 10 === 0) {
    store.alive(number);
  }
}

function say(...words: readonly (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}
