import { formatProblem } from '@harness/config-text';
import { expect, it } from 'vitest';
import { readNotify, wants } from '../src/index.ts';

it('does what the README shows', () => {
  const reading = readNotify('[notify]\ncommand = ["/opt/notify.sh"]\n', 'harness.toml');
  const told =
    reading.kind === 'refused'
      ? reading.problems.map(formatProblem)
      : reading.notify !== undefined && wants(reading.notify, 'failed');
  expect(told).toBe(true);
});
