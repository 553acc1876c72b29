import { type HookCommand, runHook } from '@harness/hook-runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptFolder, scriptFolder } from './script-folder.ts';

let hooks: ScriptFolder;
beforeAll(async () => {
  hooks = await scriptFolder();
});
afterAll(() => hooks[Symbol.asyncDispose]());

describe('the example of the README', () => {
  it('tells how the hook ended and what it said', async () => {
    const program = await hooks.script('read -r facts\necho "no network for $facts" >&2\nexit 7');
    const command: HookCommand = {
      argv: [program],
      env: { PATH: '/usr/bin:/bin', HARNESS_NOTIFY_EVENT: 'failed' },
      stdin: '{"version":1,"event":"failed"}\n',
      timeoutMs: 15_000,
    };

    const hook = runHook(command);
    const { detail, tail } = await hook.outcome;
    await hook.settled;

    expect(detail).toEqual({ kind: 'exited', code: 7 });
    expect(tail).toBe('no network for {"version":1,"event":"failed"}\n');
  });
});
