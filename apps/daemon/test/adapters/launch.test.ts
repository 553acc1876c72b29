import type { HarnessSpec } from '@harness/harness-config';
import { describe, expect, it } from 'vitest';
import { launchOf } from '../../src/adapters/launch.ts';

type Given = Partial<HarnessSpec> & Pick<HarnessSpec, 'adapter'>;

const WISHES = { model: 'm', autoAccept: true, args: ['--extra'] };

function launch(given: Given, prompt?: string): ReturnType<typeof launchOf> {
  const spec = { args: [], argv: [], autoAccept: false, ...given };
  return launchOf(spec as unknown as HarnessSpec, prompt);
}

describe('the command line of', () => {
  it.each<[string, Given, string]>([
    ['claude-code', { adapter: 'claude-code' }, 'claude'],
    [
      'claude-code with all wishes',
      { adapter: 'claude-code', ...WISHES },
      'claude --model m --dangerously-skip-permissions --extra',
    ],
    [
      'codex with all wishes',
      { adapter: 'codex', ...WISHES },
      'codex --model m --dangerously-bypass-approvals-and-sandbox --extra',
    ],
    [
      'opencode with all wishes',
      { adapter: 'opencode', ...WISHES },
      'opencode --model m --auto --extra',
    ],
    ['crush with all wishes', { adapter: 'crush', ...WISHES }, 'crush --yolo --extra'],
    ['generic', { adapter: 'generic', args: ['-c', 'true'] }, 'sh -c true'],
    ['command', { adapter: 'command', argv: ['/bin/true', 'x'] }, '/bin/true x'],
  ])('a resident: %s', (_, given, expected) => {
    expect(launch(given).argv.join(' ')).toBe(expected);
  });

  it.each<[string, Given, string]>([
    [
      'claude-code',
      { adapter: 'claude-code', ...WISHES, maxTurns: 4 },
      'claude --print --model m --dangerously-skip-permissions --max-turns 4 --extra -- -p',
    ],
    [
      'codex',
      { adapter: 'codex', ...WISHES },
      'codex exec --skip-git-repo-check --model m --dangerously-bypass-approvals-and-sandbox --extra -- -p',
    ],
    ['opencode', { adapter: 'opencode', ...WISHES }, 'opencode run --model m --auto --extra -- -p'],
    ['crush', { adapter: 'crush', ...WISHES }, 'crush run --quiet --model m --extra -- -p'],
  ])('a one-shot, whose prompt may look like an option: %s', (_, given, expected) => {
    expect(launch(given, '-p').argv.join(' ')).toBe(expected);
  });

  it('an agent without an option for a setting leaves it out and says so', () => {
    expect(launch({ adapter: 'codex', maxTurns: 3 }, 'x').ignored).toEqual(['max_turns']);
    expect(launch({ adapter: 'crush', model: 'm' }).ignored).toEqual(['model']);
    expect(launch({ adapter: 'crush', autoAccept: true }, 'x').ignored).toEqual([]);
  });
});
