import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { PageFile } from '../page.d.ts';

// What a person on a poor line waits for.
const MOST_BYTES = 60_000;

const ROOT = join(import.meta.dirname, '..');
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const files = await bundled();
const bytes = files.reduce((sum, { gzip }) => sum + Buffer.from(gzip, 'base64').length, 0);
if (bytes > MOST_BYTES) {
  throw new Error(`the page has ${bytes} bytes compressed, at most ${MOST_BYTES} are allowed`);
}
writePage(files);
process.stdout.write(`the page has ${bytes} bytes compressed in ${files.length} files\n`);

/** The files of the page, the page itself first. */
async function bundled(): Promise<readonly PageFile[]> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (first === undefined || !('output' in first)) {
    throw new Error('vite gave no output');
  }
  return first.output.map(pageFile).toSorted((a, b) => a.path.length - b.path.length);
}

function pageFile(output: Rolldown.OutputChunk | Rolldown.OutputAsset): PageFile {
  const { fileName } = output;
  const content = output.type === 'chunk' ? output.code : output.source;
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  const type = TYPES[ending];
  if (type === undefined) {
    throw new Error(`${fileName}: nobody has said what type .${ending} is`);
  }
  return {
    path: fileName === 'index.html' ? '/' : `/${fileName}`,
    type,
    gzip: gzipSync(content, { level: 9 }).toString('base64'),
  };
}

/** In one step: a daemon that runs from this checkout never reads half of it. */
function writePage(page: readonly PageFile[]): void {
  const folder = join(ROOT, 'dist');
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `page.${process.pid}.js`);
  writeFileSync(draft, `export const PAGE = ${JSON.stringify(page, undefined, 1)};\n`);
  renameSync(draft, join(folder, 'page.js'));
}
