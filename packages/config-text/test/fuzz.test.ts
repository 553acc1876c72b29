import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readToml } from '../src/index.ts';

const VALID = "[a]\nx = 1\n[a.\"b c\"]\ny = [\"é\", { z = 2 }]\n[[t]]\ns = '''\nq'''\n";

function holds(source: string | Uint8Array): void {
  const reading = readToml(source, 'f');
  if (reading.kind === 'document') {
    expect(reading.locate(['a', 'b c', 'y', 1, 'z']).line).toBeGreaterThan(0);
    return;
  }
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const rows = text.replace(/^\ufeff/, '').split(/\n/);
  for (const problem of reading.problems) {
    const row = rows[problem.line - 1];
    expect(row).toBeDefined();
    expect(problem.column).toBeGreaterThan(0);
    expect(problem.column).toBeLessThanOrEqual((row ?? '').length + 1);
  }
}

it('answers to any bytes with a document or with a place inside the file', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), holds), { numRuns: 1000 });
});

it('answers to any text so', () => {
  const unit = fc.constantFrom(
    ...'ab=[]{}"\'\\.,#\r\n 019-:T_\u0000\u00e9\ud83d\ude00'.split(''),
    '__proto__',
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 120 }), holds), { numRuns: 2000 });
});

it('answers to a valid text with a byte changed so', () => {
  const bytes = new TextEncoder().encode(VALID);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (index, byte) => {
      const changed = bytes.slice();
      changed[index] = byte;
      holds(changed);
    }),
    { numRuns: 2000 },
  );
});
