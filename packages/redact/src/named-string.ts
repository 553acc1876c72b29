import { nameStrengthOf } from './secret-name.ts';
import { isUuidOrDigest, looksRandom } from './token-look.ts';
import { isMasked, isPlain, isReference } from './value-guard.ts';

const LONGEST_GUARDED = 512;

/** Whether the string `whole` is a secret because of the name that it stands under in an object. */
export function isSecretByName(name: string, whole: string): boolean {
  // Nothing excuses a longer value, and guards are not made for long texts.
  const text = whole.slice(0, LONGEST_GUARDED);
  const strength = nameStrengthOf(name);
  if (strength === undefined || text === '' || isMasked(text) || isReference(text)) {
    return false;
  }
  return strength === 'weak' ? looksRandom(text) && !isUuidOrDigest(text) : !isPlain(text);
}
