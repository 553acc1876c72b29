import { expect, it } from 'vitest';
import type { Trace } from '../src/index.ts';
import { claudePath, fixture, lab, place, write } from './lab.ts';

it('costs a share of a core that nobody notices to watch fifty quiet transcripts', async () => {
  const traces: Trace[] = [];
  for (let index = 0; index < 50; index += 1) {
    const here = lab();
    const trace = here.open(index % 2 === 0 ? 'claude-code' : 'crush');
    await trace.poll();
    place(
      here,
      index % 2 === 0 ? 'claude-code' : 'crush',
      index % 2 === 0 ? 'captured/claude-text.jsonl' : 'crush-healthy.sql',
    );
    traces.push(trace);
  }
  // A store is read once more for a second after a change, in case one came within the same tick.
  const quietAtMs = Date.now() + 1_500;
  await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(quietAtMs);
  await pollAll(traces);

  const roundsMs: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    roundsMs.push(await cpuOf(() => pollAll(traces)));
  }

  // Half a percent of a core is 5 ms a second; the fastest round is the one that others did not slow down.
  expect(Math.min(...roundsMs)).toBeLessThan(5);
});

it('reads a transcript about as fast as its lines can be parsed', async () => {
  const here = lab();
  const text = fixture(here, 'captured/claude-loop.jsonl').toString('utf8');
  const copies = Array.from({ length: 120 }, (_, index) =>
    text.replaceAll(/toolu_|msg_/g, `$&${index}_`),
  );
  const all = Buffer.from(copies.join(''));
  const ratios: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const trace = here.open('claude-code');
    await trace.poll();
    write(claudePath(here, `session-${round}`), all);
    const readMs = await cpuOf(async () => {
      do {
        await trace.poll();
      } while (trace.status().behind);
    });
    ratios.push((await cpuOf(() => parseLines(all))) / readMs);
  }

  // The machine's other work slows both down; a reader of quadratic cost is far below this.
  expect(Math.max(...ratios)).toBeGreaterThan(0.3);
});

async function pollAll(traces: readonly Trace[]): Promise<void> {
  for (const trace of traces) {
    await trace.poll();
  }
}

function parseLines(all: Buffer): Promise<void> {
  for (const line of all.toString('utf8').split('\n')) {
    if (line !== '') {
      JSON.parse(line);
    }
  }
  return Promise.resolve();
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
