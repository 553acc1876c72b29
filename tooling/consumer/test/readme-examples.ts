import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the example of a README is run. */
interface ReadmeExample {
  /** What it prints, or what its last line is made to print. */
  readonly prints: string;
  /** Prints what the example only works out. */
  readonly ending?: string;
}

/**
 * The examples that come to an end by themselves, by package. Those of `agent-trace` and `protocol` need an agent or a
 * daemon beside them: they are run by tests of these packages.
 */
export const README_EXAMPLES: Readonly<Record<string, ReadmeExample>> = {
  'config-text': {
    ending: 'console.log(problems.map(formatProblem).join());',
    prints:
      'app.toml:1:8: wait = "15": must be a duration such as "15s" (units ns, us, ms, s, m, h); it has no unit',
  },
  guards: { prints: "[]\n[]\n[]\n[ { kind: 'looping', tool: 'Bash', count: 3 } ]" },
  'harness-config': { ending: 'console.log(programs);', prints: "[ 'claude' ]" },
  'hook-runner': {
    ending: 'console.log(detail, tail);',
    prints: '{ kind: \'exited\', code: 7 } no network for {"version":1,"event":"failed"}\n',
  },
  'notify-config': { ending: 'console.log(told);', prints: 'true' },
  'notify-core': {
    prints: `claude-rc failed: gave up after 6 consecutive failures (last exit 1): "Error: You must be logged in to use Remote Control." — restart with \`harness restart claude-rc\`; see \`harness logs claude-rc\`
[ 'failed' ] [ 'ep-1' ]`,
  },
  'notify-metrics': {
    ending: `console.log((await metrics.text()).match(/.*event="failed",result="ok".*/)?.[0]);`,
    prints: 'harness_notify_deliveries_total{event="failed",result="ok"} 2',
  },
  'posix-spawn': {
    ending: 'console.log(exit);',
    prints: "{ code: null, signal: 'SIGTERM' }",
  },
  redact: {
    ending: `console.log(redact('fetch https://bob:hunter2hunter2@git.example/x failed'));`,
    prints: 'fetch https://bob:[REDACTED]@git.example/x failed',
  },
  supervision: {
    prints: `[ { kind: 'start', run: 1 } ]
restarting
[ { kind: 'settled', as: 'waiting' }, { kind: 'wake', atMs: 1020 } ]`,
  },
  turns: { prints: 'quota usage_window\n2026-09-23T15:50:00.000Z' },
};

/** The first example in TypeScript of a README, to the letter. */
export function shownExample(readme: string): string {
  const [, example] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  if (example === undefined) {
    throw new Error('the README shows no example');
  }
  return example;
}

/** The same as a program that prints, with a hook of the project's own in place of the reader's. */
export function runnableExample(name: string, readme: string, folder: string): string {
  const hook = join(folder, 'notify.sh');
  writeFileSync(hook, '#!/bin/sh\nread -r facts\necho "no network for $facts" >&2\nexit 7\n');
  chmodSync(hook, 0o755);
  const example = shownExample(readme).replace('/home/me/.config/harness/notify.sh', hook);
  return `${example}${README_EXAMPLES[name]?.ending ?? ''}\n`;
}
