import { join } from 'node:path';
import { openOutputPipes, type SpawnLeader } from '@harness/hook-runner';
import { loadPosixSpawn } from '@harness/posix-spawn';
import { mortalNotifier } from './mortal-notifier.ts';

// Has this to tell in one turn: a flapping and a failed of `a`, that `a` is back, and a failed of `b`. Then it waits for
// its death.
const [folder = '', hook = '', killAt = '', means = ''] = process.argv.slice(2);
const pipes = openOutputPipes(join(folder, 'pipes'));
await pipes.prime();
const spawn = await loadPosixSpawn();
const spawnLeader: SpawnLeader = (request) => {
  const leader = spawn(request);
  if (leader === undefined) {
    process.exit(4);
  }
  return leader;
};
const forkless = { outputPipe: pipes.takeNow, spawnLeader };
const { notifier } = mortalNotifier(folder, hook, killAt, means === 'forkless' ? forkless : {});
const ENDED = { exit: { kind: 'exited', code: 1 }, restarts: 6 } as const;

notifier.resume();
notifier.raise('a', { ...ENDED, kind: 'escalated' });
notifier.raise('a', { ...ENDED, kind: 'gave_up', longestRunMs: 5 });
notifier.raise('a', { kind: 'proven_back', closes: [] });
notifier.raise('b', { ...ENDED, kind: 'gave_up', longestRunMs: 5 });
setTimeout(() => process.exit(3), 20_000);
