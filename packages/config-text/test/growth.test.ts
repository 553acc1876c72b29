import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { readToml } from '../src/index.ts';

function tables(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `[harness.h${index}]\nharness = "command"\nargv = ["/bin/a", "w${index}"]\n`,
  ).join('');
}

/** The least processor time of several rounds, in milliseconds: a busy machine only adds to it. */
function leastCpuMs(work: () => void): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    work();
    const used = process.threadCpuUsage(before);
    return (used.user + used.system) / 1000;
  });
  return Math.min(...rounds);
}

it('reads a valid file in at most 1.5 times what its parser takes', () => {
  const text = tables(10_000);
  const parsing = leastCpuMs(() => parse(text));
  expect(leastCpuMs(() => readToml(text, 'f'))).toBeLessThan(parsing * 1.5);
});

it('finds a place among 10,000 tables in time that grows with the file, not faster', () => {
  const find = (count: number): (() => void) => {
    const text = tables(count);
    return () => {
      const reading = readToml(text, 'f');
      expect(reading.kind === 'document' && reading.locate(['harness', `h${count - 1}`]).line).toBe(
        count * 3 - 2,
      );
    };
  };
  expect(leastCpuMs(find(10_000))).toBeLessThan(Math.max(1, leastCpuMs(find(1_000))) * 25);
});
