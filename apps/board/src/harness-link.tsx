import type { JSX } from 'preact';
import { plainText } from './plain-text.ts';

/** A harness's name, which leads to its page. */
export function HarnessLink({ name }: { readonly name: string }): JSX.Element {
  return <a href={hashOf(name)}>{plainText(name)}</a>;
}

/** Where a harness's page is. */
function hashOf(name: string): string {
  return `#/harness/${encodeURIComponent(name)}`;
}

/** Which harness's page the address asks for; undefined where it asks for none. */
export function nameIn(hash: string): string | undefined {
  const encoded = /^#\/harness\/(.+)$/.exec(hash)?.[1];
  if (encoded === undefined) {
    return undefined;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Somebody typed it.
    return undefined;
  }
}
