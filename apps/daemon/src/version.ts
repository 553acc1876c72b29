import { readFileSync } from 'node:fs';

/** The release of this daemon, from its package. */
export function ownVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return version;
}
