import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DurableLog, openDurableLog } from '../../src/output/durable-log.ts';
import { followLog } from '../../src/output/follow-log.ts';
import { readLastLines } from '../../src/output/read-log.ts';

let folder: string;
let path: string;
let log: DurableLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-log-'));
  log = openDurableLog({ folder, file: 'a.log', wallMs: Date.now, rotateBytes: 100_000 });
  path = log.path;
});
afterEach(() => rmSync(folder, { recursive: true }));

it('reads the last lines across rotated files, oldest first', async () => {
  writeFileSync(`${path}.2`, 'a\nb\n');
  writeFileSync(`${path}.1`, '');
  writeFileSync(path, 'c\n\nd\n');
  expect(await readLastLines(path, { lines: 4 })).toEqual(['b', 'c', '', 'd']);
  expect(await readLastLines(path, { lines: 2 })).toEqual(['', 'd']);
  expect(await readLastLines(path, { lines: 99 })).toEqual(['a', 'b', 'c', '', 'd']);
  expect(await readLastLines(path, { lines: 0 })).toEqual([]);
});

it('finds nothing in a log that does not exist', async () => {
  expect(await readLastLines(path, { lines: 10 })).toEqual([]);
});

it('reads many blocks and long lines, and no more bytes than allowed', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `${index} ${'é'.repeat(index % 200)}`);
  writeFileSync(path, `${'x'.repeat(300_000)}\n${lines.join('\n')}\n`);
  expect(await readLastLines(path, { lines: 5000 })).toEqual(lines);
  expect((await readLastLines(path, { lines: 5001 }))[0]).toHaveLength(300_000);
  const few = await readLastLines(path, { lines: 5000, maxBytes: 10_000 });
  expect(few).toEqual(lines.slice(-few.length));
  expect(few.join('\n').length).toBeLessThan(10_000);
});

it('follows from the last lines on', async () => {
  log.append('one\ntwo\nthree');
  await log.flush();
  const seen = follow({ lines: 2 });
  await expect.poll(seen.lines).toEqual(['two', 'three']);
  log.append('four');
  await expect.poll(seen.lines).toEqual(['two', 'three', 'four']);
  await seen.end();
});

it('follows a log that begins later', async () => {
  const seen = follow({ lines: 10 });
  log.append('first');
  await expect.poll(seen.lines).toEqual(['first']);
  await seen.end();
});

it('follows across rotation without losing or repeating a line', async () => {
  const seen = follow({ lines: 0 });
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `line ${index} ${'x'.repeat(index % 50)}`,
  );
  for (let from = 0; from < lines.length; from += 500) {
    log.append(lines.slice(from, from + 500).join('\n'));
    await log.flush();
    // As far behind as a slow reader may be: two files.
    await expect.poll(() => from + 500 - seen.lines().length).toBeLessThan(4000);
  }
  await expect.poll(() => seen.lines().length).toBe(lines.length);
  expect(seen.lines()).toEqual(lines);
  await seen.end();
});

it('follows a log that was truncated', async () => {
  log.append('one\ntwo');
  await log.flush();
  const seen = follow({ lines: 1 });
  await expect.poll(seen.lines).toEqual(['two']);
  truncateSync(path);
  log.append('new');
  await expect.poll(seen.lines).toEqual(['two', 'new']);
  await seen.end();
});

it('shows a line that is not finished, and then the rest of it', async () => {
  log.append('one');
  log.write(Buffer.from('Password for café: '));
  await log.flush();
  const seen = follow({ lines: 5 });
  await expect.poll(seen.text).toBe('one\nPassword for café: ');
  expect(await readLastLines(path, { lines: 1 })).toEqual(['Password for café: ']);
  log.write(Buffer.from('[REDACTED] ok\n'));
  await expect.poll(seen.text).toBe('one\nPassword for café: [REDACTED] ok\n');
  await seen.end();
});

it('cuts no character that is being written', async () => {
  appendFileSync(path, Buffer.from([0x61, 0xe2, 0x98]));
  const seen = follow({ lines: 5 });
  await expect.poll(seen.text).toBe('a');
  appendFileSync(path, Buffer.from([0x95, 0x0a]));
  log.append('b');
  await expect.poll(seen.text).toBe('a☕\nb\n');
  await seen.end();
});

it('ends when it is aborted, also before the first line', async () => {
  const abort = new AbortController();
  abort.abort();
  const batches: string[] = [];
  for await (const batch of followLog(path, log, { lines: 5, signal: abort.signal })) {
    batches.push(batch);
  }
  expect(batches).toEqual(['']);
});

function follow(options: { lines: number }) {
  const abort = new AbortController();
  let text = '';
  const done = (async () => {
    for await (const more of followLog(path, log, {
      ...options,
      signal: abort.signal,
    })) {
      text += more;
    }
  })();
  return {
    text: () => text,
    lines: () => text.split('\n').slice(0, -1),
    end: () => {
      abort.abort();
      return done;
    },
  };
}
