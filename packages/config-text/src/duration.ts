import { remembered } from './remembered.ts';

/** What {@link parseGoDuration} found. `ns` is exact; `ms` is `ns` rounded away from zero to a whole number. */
export type DurationReading =
  | { readonly kind: 'duration'; readonly ms: number; readonly ns: bigint }
  | { readonly kind: 'invalid'; readonly reason: string };

const UNIT_NS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  // U+00B5, the micro sign, and U+03BC, the Greek letter.
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const LIMIT_NS = 2n ** 63n;
const PART = /([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/y;

/**
 * Reads a duration by the grammar of Go's `time.ParseDuration`: a sign or none, then numbers with a unit each
 * (`1h30m`, `250ms`, `1.5h`, `.5s`); `0` alone needs no unit. Units are ns, us (µs), ms, s, m and h.
 *
 * `ms` is a whole number: what is finer is rounded away from zero, so that only a zero is zero. A length that
 * does not fit into 63 bits of nanoseconds is invalid. `reason` completes the sentence "it …".
 *
 * Source: https://pkg.go.dev/time#ParseDuration (Go 1.25, August 2025).
 */
export function parseGoDuration(text: string): DurationReading {
  return readOnce(text);
}

const readOnce = remembered(read);

function read(text: string): DurationReading {
  const negative = text.startsWith('-');
  const body = negative || text.startsWith('+') ? text.slice(1) : text;
  if (body === '0') {
    return { kind: 'duration', ms: 0, ns: 0n };
  }
  if (body === '') {
    return invalid('is empty');
  }
  return sumParts(body, negative);
}

function sumParts(body: string, negative: boolean): DurationReading {
  let total = 0n;
  PART.lastIndex = 0;
  while (PART.lastIndex < body.length) {
    const [part = '', whole = '', fraction = '', unit = ''] = PART.exec(body) ?? [];
    const unitNs = UNIT_NS.get(unit);
    if (whole === '' && fraction === '') {
      return invalid(`has no number before ${JSON.stringify(part)}`);
    }
    if (unitNs === undefined) {
      return invalid(unit === '' ? 'has no unit' : `has the unknown unit ${JSON.stringify(unit)}`);
    }
    total += partNs(whole, fraction, unitNs);
    if (total > LIMIT_NS) {
      return invalid('is too long');
    }
  }
  return total === LIMIT_NS && !negative ? invalid('is too long') : signed(total, negative);
}

function partNs(whole: string, fraction: string, unitNs: bigint): bigint {
  // 20 digits are past the limit in every unit.
  const count = BigInt(whole.replace(/^0+(?=.)/, '').slice(0, 20) || '0');
  return count * unitNs + fractionNs(fraction, unitNs);
}

/** Go multiplies a fraction in floating point and drops digits that do not fit; so does this, to agree to the ns. */
function fractionNs(fraction: string, unitNs: bigint): bigint {
  let digits = fraction.replace(/^0*/, '').slice(0, 19);
  if (digits.length === 19 && BigInt(digits) > LIMIT_NS) {
    digits = digits.slice(0, 18);
  }
  const zeros = fraction.length - fraction.replace(/^0*/, '').length;
  const scale = 10 ** (zeros + digits.length);
  return BigInt(Math.trunc(Number(digits) * (Number(unitNs) / scale)));
}

function signed(totalNs: bigint, negative: boolean): DurationReading {
  const ms = Number((totalNs + 999_999n) / 1_000_000n);
  return negative
    ? { kind: 'duration', ms: ms === 0 ? 0 : -ms, ns: -totalNs }
    : { kind: 'duration', ms, ns: totalNs };
}

function invalid(reason: string): DurationReading {
  return { kind: 'invalid', reason };
}
