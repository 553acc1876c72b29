import { UsageError } from './usage-error.ts';
import { type Call, textOption } from './verb.ts';

/**
 * How many lines `--lines` asks for.
 *
 * @throws {UsageError} for what is no whole number from 0 to `most`.
 */
export function lineCount(
  call: Call,
  { fallback, most }: { fallback: number; most: number },
): number {
  const text = textOption(call, 'lines') ?? String(fallback);
  if (!/^\d+$/.test(text) || Number(text) > most) {
    throw new UsageError(`--lines takes a whole number from 0 to ${most}, not \`${text}\``);
  }
  return Number(text);
}
