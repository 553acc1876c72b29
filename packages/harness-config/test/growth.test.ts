import { expect, it } from 'vitest';
import { load } from './config-text.ts';

function tables(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `[harness.h${index}]
harness = "command"
argv = ["claude", "--remote", "w${index}"]
workdir = "/srv/w${index}"
restart = "on-failure"
transcript = "claude-code"
stall_timeout = "20m"
health_cmd = ["curl", "-fsS", "localhost:${3000 + (index % 1000)}"]
health_failures = 3
`,
  ).join('');
}

/** The least processor time of several rounds, in milliseconds: a busy machine only adds to it. */
function leastCpuMs(work: () => void): number {
  const rounds = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage();
    work();
    const used = process.threadCpuUsage(before);
    return (used.user + used.system) / 1000;
  });
  return Math.min(...rounds);
}

it('grows with the number of harnesses, not faster', { timeout: 60_000 }, () => {
  const reading = (count: number, times: number): (() => void) => {
    const text = `[profile.p]\nharnesses = [${Array.from({ length: count }, (_, index) => `"h${index}"`).join(',')}]\n${tables(count)}`;
    return () => {
      for (let time = 0; time < times; time += 1) {
        expect(load(text).config.harnesses).toHaveLength(count);
      }
    };
  };
  // The same number of tables in all; a cost that grew with the square would be twenty times as high.
  expect(leastCpuMs(reading(6000, 1))).toBeLessThan(leastCpuMs(reading(300, 20)) * 6);
});
