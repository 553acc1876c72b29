const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes, with padding. */
export function base64Of(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((bits) => ALPHABET.charAt((group >> bits) & 63));
    out += letters.slice(0, Math.min(4, left + 1)).join('') + '='.repeat(Math.max(0, 3 - left));
  }
  return out;
}
