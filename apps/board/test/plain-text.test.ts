import { expect, it } from 'vitest';
import { plainText } from '../src/plain-text.ts';

it.each([
  ['markup, which is text', '<b>&amp;</b>', '<b>&amp;</b>'],
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['a title for the window', '\u001b]0;title\u0007after', 'after'],
  ['the same, ended in the other way', '\u001b]8;;http://x\u001b\\link', 'link'],
  ['a sequence that is cut off', 'text\u001b[', 'text'],
  ['a short sequence', '\u001b(Bplain\u001bcfresh', 'plainfresh'],
  ['control characters', 'a\u0000b\u0008c\rd\u009b', 'abcd'],
  ['marks that turn the direction', 'a\u202eb\u2066c\u200f', 'abc'],
  ['lines and tabs, which stay', 'a\tb\nc', 'a\tb\nc'],
  ['other scripts and pictures', 'Übung 日本 🚀', 'Übung 日本 🚀'],
])('shows %s', (_, text, shown) => {
  expect(plainText(text)).toBe(shown);
});
