const LONGEST = 80;
// Control and bidirectional characters that JSON leaves as they are.
const INVISIBLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as an error shows it: one line, TOML's spelling, cut to 80 characters. */
export function showValue(value: unknown): string {
  const text = spell(value);
  return text.length > LONGEST
    ? `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : text;
}

/** A string in quotes on one line, with everything invisible escaped. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE, escapeCharacter);
}

/** What kind of value it is, in TOML's words: `a string`, `a table`, `a date`. */
export function nameKind(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (value instanceof Date) {
    return 'a date or time';
  }
  switch (typeof value) {
    case 'string':
      return 'a string';
    case 'boolean':
      return 'a boolean';
    case 'number':
    case 'bigint':
      return 'a number';
    default:
      return 'a table';
  }
}

function spell(value: unknown): string {
  if (typeof value === 'string') {
    return quote(value);
  }
  if (Array.isArray(value)) {
    return `[${value.slice(0, LONGEST).map(spell).join(', ')}]`;
  }
  if (value instanceof Date) {
    return value.toISOString();
  }
  return typeof value === 'object' ? '{ … }' : spellNumber(value);
}

function spellNumber(value: unknown): string {
  if (Number.isNaN(value)) {
    return 'nan';
  }
  return String(value).replace('Infinity', 'inf');
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
