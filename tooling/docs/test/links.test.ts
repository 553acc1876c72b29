import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { expect, it } from 'vitest';
import { DOCUMENTS, documentAt, ofType, READMES, ROOT } from './documents.ts';

const links = [...DOCUMENTS, ...READMES].flatMap(({ file, tokens }) =>
  [...ofType(tokens, 'link'), ...ofType(tokens, 'image')].map(({ href }) => ({ file, href })),
);
const local = links.filter(({ href }) => !/^[a-z]+:/.test(href));

it('finds the documents and their links', () => {
  expect(DOCUMENTS.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['README.md', 'docs/hooks.md', 'docs/events/failed.md']),
  );
  expect(local.length).toBeGreaterThan(50);
});

it('leads to files and folders that are there', () => {
  expect(local.filter(({ file, href }) => !existsSync(`${ROOT}/${targetOf(file, href)}`))).toEqual(
    [],
  );
});

it('leads to headings that are there', () => {
  const anchored = local.filter(({ href }) => href.includes('#'));
  expect(anchored.length).toBeGreaterThan(5);
  expect(
    anchored.filter(({ file, href }) => {
      const target = targetOf(file, href);
      const anchor = decodeURIComponent(href.slice(href.indexOf('#') + 1));
      return !existsSync(`${ROOT}/${target}`) || !anchorsOf(target).includes(anchor);
    }),
  ).toEqual([]);
});

it('leads from the first page to every document', () => {
  const first = local.filter(({ file }) => file === 'README.md');
  const linked = new Set(first.map(({ file, href }) => targetOf(file, href)));
  const folders = ['docs/events', 'docs/decisions'].map((folder) => `${folder}/`);
  const wanted = DOCUMENTS.map(({ file }) => file).filter(
    (file) => file.startsWith('docs/') && !folders.some((folder) => file.startsWith(folder)),
  );
  expect(wanted.filter((file) => !linked.has(file))).toEqual([]);
});

function targetOf(file: string, href: string): string {
  const [path = ''] = href.split('#');
  return path === '' ? file : posix.join(posix.dirname(file), decodeURIComponent(path));
}

/** As the host of the repository makes them from headings. */
function anchorsOf(file: string): readonly string[] {
  const slugger = new GithubSlugger();
  return ofType(documentAt(file).tokens, 'heading').map(({ text }) =>
    slugger.slug(text.replaceAll(/[`*]/g, '')),
  );
}
