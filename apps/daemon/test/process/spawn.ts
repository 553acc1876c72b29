import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutputPipes, type SpawnLeader } from '@harness/hook-runner';
import { afterAll } from 'vitest';
import type { HarnessProcess } from '../../src/process/harness-process.ts';
import {
  type SpawnContext,
  type SpawnRequest,
  type SpawnResult,
  spawnProcess,
} from '../../src/process/spawn-process.ts';

export const folder: string = mkdtempSync(join(tmpdir(), 'harness-process-'));
let leaders: SpawnLeader | undefined;
export const context: SpawnContext = {
  pipes: openOutputPipes(join(folder, 'pipes')),
  nowMs: () => performance.now(),
  forkless: { isLoaded: startsForkless, spawnLeader: (request) => leaders?.(request) },
};

/** Whether programs on pipes are started without a fork. */
export function startsForkless(): boolean {
  return leaders !== undefined;
}

/** From now on programs are started by other means than Node's, where these can. */
export function startWith(spawnLeader: SpawnLeader): void {
  leaders = spawnLeader;
}

export const SIZE = { cols: 120, rows: 40 };

const started = new Set<HarnessProcess>();

afterAll(async () => {
  await Promise.all([...started].map((process) => process.end(0)));
  rmSync(folder, { recursive: true });
});

/** Runs a shell script; what it prints is in `output()`. */
export async function shell(
  script: string,
  tty: SpawnRequest['tty'] = false,
): Promise<{ process: HarnessProcess; output: () => string }> {
  const chunks: Buffer[] = [];
  const result = await spawn({ argv: ['sh', '-c', script], tty }, (chunk) =>
    chunks.push(Buffer.from(chunk)),
  );
  if (result.kind === 'not_started') {
    throw new Error(result.reason);
  }
  started.add(result.process);
  return { process: result.process, output: () => Buffer.concat(chunks).toString('utf8') };
}

export function spawn(
  request: Partial<SpawnRequest>,
  onOutput: (chunk: Buffer) => void = () => undefined,
): Promise<SpawnResult> {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  return spawnProcess(
    { argv: ['true'], cwd: folder, env, tty: false, ...request },
    context,
    onOutput,
  );
}
