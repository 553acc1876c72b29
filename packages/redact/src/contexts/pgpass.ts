import { evenLength } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { isMasked, isReference } from '../value-guard.ts';

const ENTRY =
  /^[ \t]{0,8}(?:[\w.-]{1,253}|\*|\[[0-9a-f:]{2,40}\]):(?:\d{2,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:(\S{1,256})[ \t\r]*$/;

/** A line of PostgreSQL's password file: `host:port:database:user:password`. */
export const pgpass: ContextRule = {
  id: 'pgpass',
  keywords: [':5432:', ':5433:', ':5434:', ':6432:', ':26257:', ':*:'],
  follow: '\\S{2}',
  match: matchEntry,
};

function matchEntry(line: Line): void {
  if (line.end - line.start > 1024) {
    return;
  }
  const text = line.text.slice(line.start, line.end);
  const password = ENTRY.exec(text)?.[1];
  if (
    password !== undefined &&
    !isMasked(password) &&
    !isReference(password) &&
    evenLength(password) >= 4
  ) {
    const start = line.start + text.lastIndexOf(password);
    line.mask('pgpass', start, start + password.length);
  }
}
