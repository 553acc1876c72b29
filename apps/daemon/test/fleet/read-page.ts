import { readFileSync } from 'node:fs';

const PAGE = readFileSync(new URL('../../../../docs/fleet.md', import.meta.url), 'utf8');

/** The one code block of `docs/fleet.md` that holds a text. */
export function snippet(text: string): string {
  const blocks = [...PAGE.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes(text));
  const [only, ...more] = blocks;
  if (only === undefined || more.length > 0) {
    throw new Error(`${blocks.length} blocks hold ${text}`);
  }
  return only;
}
