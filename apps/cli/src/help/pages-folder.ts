import { existsSync } from 'node:fs';

/** The folder of the documents: beside the bundle where there is one, else that of the checkout. */
export function pagesFolder(): URL {
  const bundled = new URL('docs/', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('../../../../docs/', import.meta.url);
}
