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
  const rounds = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    work();
    const used = process.threadCpuUsage(before);
    return (used.user + used.system) / 1000;
  });
  return Math.min(...rounds);
}

it('finds a place in time that grows with the file, not faster', { timeout: 60_000 }, () => {
  const find = (count: number, times: number): (() => void) => {
    const text = tables(count);
    return () => {
      for (let time = 0; time < times; time += 1) {
        const reading = readToml(text, 'f');
        const line =
          reading.kind === 'document' && reading.locate(['harness', `h${count - 1}`]).line;
        expect(line).toBe(count * 3 - 2);
      }
    };
  };
  // The same number of tables in all; a cost that grew with the square would be twenty times as high.
  expect(leastCpuMs(find(6000, 1))).toBeLessThan(leastCpuMs(find(300, 20)) * 8);
});
