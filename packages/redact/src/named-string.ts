import { nameStrengthOf } from './secret-name.ts';
import { isUuidOrDigest, looksRandom } from './token-look.ts';
import { isMasked, isPlain, isReference } from './value-guard.ts';

/** Whether the string `text` is a secret because of the name that it stands under in an object. */
export function isSecretByName(name: string, text: string): boolean {
  const strength = nameStrengthOf(name);
  if (strength === undefined || text === '' || isMasked(text) || isReference(text)) {
    return false;
  }
  return strength === 'weak' ? looksRandom(text) && !isUuidOrDigest(text) : !isPlain(text);
}
