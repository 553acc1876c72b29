import { Refusal } from './refusal.ts';

/**
 * Reads a whole number of a query.
 *
 * @throws {@link Refusal} `bad_request` where it is none from `least` to `most`.
 */
export function wholeNumber(
  query: URLSearchParams,
  key: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const text = query.get(key);
  if (text === null) {
    return undefined;
  }
  const number = Number(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < least || number > most) {
    throw new Refusal('bad_request', `${key} takes a whole number from ${least} to ${most}`);
  }
  return number;
}
