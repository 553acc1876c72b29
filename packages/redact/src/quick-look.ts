import { inEscapes, mayEndEscape } from './ahead.ts';
import type { CodeSource } from './hint.ts';
import {
  AFTER,
  AFTER_PLACES,
  ALL,
  BEFORE,
  BEFORE_PLACES,
  DECIDING,
  FACTS_SHIFT,
  LENGTH,
  type Neighbourhood,
} from './neighbourhood.ts';

const NEWLINE = 10;
const ESCAPE = 27;
const BACKSLASH = 92;
const MAY = 1;
/** What a quick look says of a keyword: no rule may match there. */
export const NO = 0;
/** One may, if an escape ends before it, of which one cannot tell what it stands for; or one that does not decide may. */
export const UNSURE = -1;

/**
 * Which of `wanted` may match at what ends at `end` in the accepting state of this index, by what comes next in `text`
 * before `limit`. An escape may stand for anything.
 */
export function textMayGoOn(
  { facts, rows }: Neighbourhood,
  index: number,
  text: string,
  end: number,
  limit: number,
  wanted: number,
): number {
  const fact = index << FACTS_SHIFT;
  const row = facts[fact | AFTER] as number;
  const count = facts[fact | AFTER_PLACES] as number;
  let left = wanted;
  for (let place = 0; place < count && left !== 0; place++) {
    const code = end + place < limit ? text.charCodeAt(end + place) : NEWLINE;
    if (code === BACKSLASH || code === ESCAPE) {
      break;
    }
    left &= (rows[row | (code < 256 ? code : 255)] as number) >> place;
  }
  return left;
}

/** {@link textMayGoOn} over bytes. */
export function bytesMayGoOn(
  { facts, rows }: Neighbourhood,
  index: number,
  bytes: Uint8Array,
  end: number,
  limit: number,
  wanted: number,
): number {
  const fact = index << FACTS_SHIFT;
  const row = facts[fact | AFTER] as number;
  const count = facts[fact | AFTER_PLACES] as number;
  let left = wanted;
  for (let place = 0; place < count && left !== 0; place++) {
    const code = end + place < limit ? (bytes[end + place] as number) : NEWLINE;
    if (code === BACKSLASH || code === ESCAPE) {
      break;
    }
    left &= (rows[row | code] as number) >> place;
  }
  return left;
}

/**
 * Which of what decides may match at what ends at `end` in the accepting state of this index, by what stands next to
 * it in `text` before `limit`: their bits, {@link NO} of none, or {@link UNSURE} where something may only if an escape
 * ends before it.
 */
export function textMayMatch(
  neighbourhood: Neighbourhood,
  index: number,
  text: string,
  end: number,
  limit: number,
): number {
  const { facts } = neighbourhood;
  const start = end - (facts[(index << FACTS_SHIFT) | LENGTH] as number);
  const begins = textMayBegin(neighbourhood, index, text, start);
  if (begins === NO) {
    return NO;
  }
  const deciding = facts[(index << FACTS_SHIFT) | DECIDING] as number;
  const left = textMayGoOn(neighbourhood, index, text, end, limit, deciding);
  if (deciding !== ALL) {
    return left !== 0 || inEscapes[text.charCodeAt(start - 1)] === 1 ? UNSURE : NO;
  }
  return begins === UNSURE && left !== 0 ? UNSURE : left;
}

function textMayBegin(
  { facts, rows }: Neighbourhood,
  index: number,
  text: string,
  start: number,
): number {
  const fact = index << FACTS_SHIFT;
  const row = facts[fact | BEFORE] as number;
  const count = facts[fact | BEFORE_PLACES] as number;
  for (let place = 0; place < count; place++) {
    const code = start > place ? text.charCodeAt(start - place - 1) : NEWLINE;
    if ((((rows[row | (code < 256 ? code : 255)] as number) >> place) & MAY) === 0) {
      return place === 0 && inEscapes[code] === 1 ? UNSURE : NO;
    }
  }
  return MAY;
}

/** {@link textMayMatch} over bytes. */
export function bytesMayMatch(
  neighbourhood: Neighbourhood,
  index: number,
  bytes: Uint8Array,
  end: number,
  limit: number,
): number {
  const { facts } = neighbourhood;
  const start = end - (facts[(index << FACTS_SHIFT) | LENGTH] as number);
  const begins = bytesMayBegin(neighbourhood, index, bytes, start);
  if (begins === NO) {
    return NO;
  }
  const deciding = facts[(index << FACTS_SHIFT) | DECIDING] as number;
  const left = bytesMayGoOn(neighbourhood, index, bytes, end, limit, deciding);
  if (deciding !== ALL) {
    return left !== 0 || inEscapes[bytes[start - 1] as number] === 1 ? UNSURE : NO;
  }
  return begins === UNSURE && left !== 0 ? UNSURE : left;
}

function bytesMayBegin(
  { facts, rows }: Neighbourhood,
  index: number,
  bytes: Uint8Array,
  start: number,
): number {
  const fact = index << FACTS_SHIFT;
  const row = facts[fact | BEFORE] as number;
  const count = facts[fact | BEFORE_PLACES] as number;
  for (let place = 0; place < count; place++) {
    const code = start > place ? (bytes[start - place - 1] as number) : NEWLINE;
    if ((((rows[row | code] as number) >> place) & MAY) === 0) {
      return place === 0 && inEscapes[code] === 1 ? UNSURE : NO;
    }
  }
  return MAY;
}

/**
 * The bits of what may match at what ends at `end` in the accepting state of this index, by what stands right before it.
 * The end of an escape may look like a letter, also to a shorter keyword with which the deciding one ends.
 */
export function mayBegin(
  { facts, rows }: Neighbourhood,
  index: number,
  source: CodeSource,
  end: number,
): number {
  const fact = index << FACTS_SHIFT;
  const start = end - (facts[fact | LENGTH] as number);
  const code = source.codeAt(start - 1);
  const row = rows[(facts[fact | BEFORE] as number) | (code < 256 ? code : 255)] as number;
  const begins = facts[fact | BEFORE_PLACES] === 0 || (row & MAY) !== 0;
  const bits = begins ? (facts[fact | DECIDING] as number) : 0;
  return bits !== ALL && mayEndEscape(source, start) ? ALL : bits;
}
