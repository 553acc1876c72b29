import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readNotify } from '../src/index.ts';

const VALID =
  '[notify]\ncommand = ["/bin/x", "a b"]\nevents = ["failed", "health"]\ntimeout = "15s"\ncooldown = "1h30m"\n';

function holds(text: string): void {
  const reading = readNotify(text, 'f');
  if (reading.kind === 'notify') {
    expect(reading.notify?.timeoutMs ?? 1000).toBeLessThanOrEqual(300_000);
    expect(reading.notify?.cooldownMs ?? 0).toBeGreaterThanOrEqual(0);
    return;
  }
  const rows = text.split('\n');
  expect(reading.problems.length).toBeGreaterThan(0);
  for (const { line, column, message } of reading.problems) {
    expect(rows[line - 1]).toBeDefined();
    expect(column).toBeLessThanOrEqual((rows[line - 1] ?? '').length + 1);
    expect(message).not.toContain('\n');
  }
}

it('answers to every small change of a valid table with a value or with places inside the text', () => {
  const unit = fc.constantFrom(
    ...'[]{}="\'.,#\n 0159smhd-~$/'.split(''),
    'notify',
    '\\u0000',
    '__proto__',
  );
  const edit = fc.record({
    at: fc.nat(VALID.length),
    drop: fc.nat(12),
    add: fc.string({ unit, maxLength: 6 }),
  });
  fc.assert(
    fc.property(edit, ({ at, drop, add }) => {
      holds(VALID.slice(0, at) + add + VALID.slice(at + drop));
    }),
    { numRuns: 2000 },
  );
});
