import { explainHook, type HookCommand, type HookEnd, runHook } from '@harness/hook-runner';

const command: HookCommand = {
  argv: ['/bin/sh', '-c', 'read -r facts; echo "no network for $facts" >&2; exit 7'],
  env: { PATH: '/usr/bin:/bin' },
  stdin: '{"version":1}\n',
  timeoutMs: 15_000,
};

/** A hook that fails, one that hangs, and one that is not there. */
export async function use(): Promise<unknown> {
  const hook = runHook(command);
  const { detail, tail }: HookEnd = await hook.outcome;
  await hook.settled;
  const hanging = runHook({ ...command, argv: ['/bin/sleep', '60'], timeoutMs: 100 });
  const late = await hanging.outcome;
  await hanging.settled;
  const findings = await explainHook('/nowhere/hook', '/usr/bin');
  return { detail, tail, late: late.detail.kind, findings: findings.map(({ code }) => code) };
}
