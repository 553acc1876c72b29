import { expect, it } from 'vitest';
import { argvOf, formatProblem, readGlobal } from '../src/index.ts';

it('does what the README shows', () => {
  const text = '[harness.reviewer]\nharness = "claude-code"\nenabled = true\n';
  const reading = readGlobal(text, '/home/me/.config/harness/harness.toml', { home: '/home/me' });
  const programs =
    reading.kind === 'refused'
      ? reading.problems.map(formatProblem)
      : reading.config.harnesses.map((harness) => argvOf(harness).join(' '));
  expect(programs).toEqual(['claude']);
});
