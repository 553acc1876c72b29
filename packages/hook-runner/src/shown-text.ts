/** A text in which control characters can be seen: a carriage return is `\r`. */
export function shownText(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => NAMES[char] ?? `\\x${hexOf(char)}`);
}

const NAMES: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\t': '\\t' };

function hexOf(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(2, '0');
}
