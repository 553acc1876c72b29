import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { LineFollower } from '../src/lines/line-follower.ts';

const LIMITS = { lineBytes: 1_000_000, lookBytes: 64_000_000 };

it('gives each line once, and waits for the end of the last', async () => {
  const { path, look } = follower();
  writeFileSync(path, 'one\ntwo\nthr');
  expect(await look()).toEqual(['one', 'two']);
  appendFileSync(path, 'ee');
  expect(await look()).toEqual([]);
  appendFileSync(path, '\nfour\n');
  expect(await look()).toEqual(['three', 'four']);
  expect(await look()).toEqual([]);
});

it('does not wait for a writer where a pipe took the place of the file', async () => {
  const { path, look } = follower();
  execFileSync('mkfifo', [path]);
  expect(await look()).toEqual([]);
});

it('hands on lines that end in a later chunk, of any length', async () => {
  const { path, offsets, look } = follower();
  const lines = [400_000, 700_000, 5, 999_000, 600_000, 1].map((length, at) =>
    String(at).repeat(length),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
  expect((await look()).map((line) => line === lines[Number(line[0])])).toEqual(
    lines.map(() => true),
  );
  expect(offsets).toEqual([0, 400_001, 1_100_002, 1_100_008, 2_099_009, 2_699_010]);
});

it('names the byte at which a line begins', async () => {
  const { path, offsets, look } = follower();
  writeFileSync(path, 'é\nb\n');
  await look();
  expect(offsets).toEqual([0, 3]);
});

it('begins anew when the file is cut and written again', async () => {
  const { path, look } = follower();
  writeFileSync(path, 'one\ntwo\n');
  await look();
  truncateSync(path, 0);
  appendFileSync(path, 'new\n');
  expect(await look()).toEqual(['new']);
});

it('begins anew when another file of the same length takes its place', async () => {
  const { path, look } = follower();
  writeFileSync(path, 'one\ntwo\n');
  await look();
  writeFileSync(`${path}.new`, 'uno\ndue\n');
  renameSync(`${path}.new`, path);
  expect(await look()).toEqual(['uno', 'due']);
});

it('reads on when the file that takes its place begins with what was read', async () => {
  const { path, look } = follower();
  writeFileSync(path, 'one\ntwo\n');
  await look();
  writeFileSync(`${path}.new`, 'one\ntwo\nthree\n');
  renameSync(`${path}.new`, path);
  expect(await look()).toEqual(['three']);
});

it('passes over a line that is too long, counts it once, and reads the next', async () => {
  const { path, look, counts } = follower({ lineBytes: 600_000, lookBytes: 64_000_000 });
  writeFileSync(path, `a\n${'x'.repeat(3_000_000)}`);
  expect(await look()).toEqual(['a']);
  appendFileSync(path, 'x'.repeat(1_000_000));
  expect(await look()).toEqual([]);
  appendFileSync(path, '\nb\n');
  expect(await look()).toEqual(['b']);
  expect(counts.tooLong).toBe(1);
});

it('reads at most so many bytes at one look, and says that there is more', async () => {
  const { path, look, counts } = follower({ lineBytes: 1_000_000, lookBytes: 1_000_000 });
  writeFileSync(path, `${'y'.repeat(99)}\n`.repeat(25_000));
  const found: number[] = [];
  do {
    found.push((await look()).length);
  } while (counts.more);
  expect(found).toEqual([10_000, 10_000, 5_000]);
});

it('gives the same lines however the file grew', async () => {
  const part = fc.oneof(fc.string({ maxLength: 40 }), fc.constant('\n'), fc.constant('\r\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { maxLength: 8 }), { maxLength: 8 }),
      async (writes) => {
        const { path, look } = follower();
        writeFileSync(path, '');
        const found: string[] = [];
        for (const parts of writes) {
          appendFileSync(path, parts.join(''));
          found.push(...(await look()));
        }
        const whole = writes.flat().join('');
        expect(found.join('\n')).toBe(
          Buffer.from(whole).toString().split('\n').slice(0, -1).join('\n'),
        );
      },
    ),
    { numRuns: 60 },
  );
});

it('needs no memory for a file of many lines, and none for one of a single long line', async () => {
  const { path, look } = follower(
    { lineBytes: 1_000_000, lookBytes: Number.MAX_SAFE_INTEGER },
    false,
  );
  writeFileSync(path, `${'z'.repeat(999)}\n`.repeat(50_000));
  appendFileSync(path, 'z'.repeat(50_000_000));
  const before = process.memoryUsage().arrayBuffers;
  await look();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4_000_000);
});

function follower(limits = LIMITS, keep = true) {
  const dir = mkdtempSync(join(tmpdir(), 'follower-'));
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const path = join(dir, 'file');
  const following = new LineFollower(path, 0, limits);
  const offsets: number[] = [];
  const counts = { tooLong: 0, more: false };
  return {
    path,
    offsets,
    counts,
    look: async (): Promise<readonly string[]> => {
      const lines: string[] = [];
      const outcome = await following.look((text, offset) => {
        if (keep) {
          lines.push(text);
          offsets.push(offset);
        }
      });
      counts.tooLong += outcome.tooLong;
      counts.more = outcome.more;
      return lines;
    },
  };
}
