import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { NOTIFIED_EVENTS } from '@harness/notify-core';
import type { MarkedToken } from 'marked';
import { readMarkdown } from './markdown.ts';
import { pagesFolder } from './pages-folder.ts';

/** Something that the documents have a page or a section about. */
export interface Topic {
  /** What `harness help` takes. */
  readonly name: string;
  /** The page, below the folder of the documents. */
  readonly file: string;
  /** The heading of the part that is meant; absent for a whole page. */
  readonly section?: string;
}

const EVENTS_FOLDER = 'events';

/** What a newcomer wants first; the other pages follow by name. */
const FIRST = ['quick-start', 'concepts', EVENTS_FOLDER, ...NOTIFIED_EVENTS, 'troubleshooting'];

/** What is a page of the repository, or a part of another page. */
const OTHERS: readonly Topic[] = [
  { name: 'security', file: '../SECURITY.md' },
  { name: 'exit-codes', file: 'commands.md', section: 'Exit codes' },
];

/** Every topic there is, in the order of the list. */
export function readTopics(): readonly Topic[] {
  const topics = [...pagesIn(''), ...pagesIn(`${EVENTS_FOLDER}/`), ...OTHERS];
  return topics.toSorted(
    (one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1),
  );
}

/** The topic of a page, named by its path below the folder of the documents; undefined where it is none. */
export function topicOfFile(file: string): string | undefined {
  return existsSync(new URL(file, pagesFolder())) ? nameOf(file) : undefined;
}

/** What the documents say about a topic. */
export function readTopic({ file, section }: Topic): readonly MarkedToken[] {
  const page = readMarkdown(readFileSync(new URL(file, pagesFolder()), 'utf8'));
  return section === undefined ? page : sectionOf(page, section);
}

function pagesIn(folder: string): readonly Topic[] {
  return readdirSync(new URL(folder, pagesFolder())).flatMap((entry) => {
    const file = `${folder}${entry}`;
    const name = nameOf(file);
    return name === undefined ? [] : [{ name, file }];
  });
}

function nameOf(file: string): string | undefined {
  if (file === `${EVENTS_FOLDER}/README.md`) {
    return EVENTS_FOLDER;
  }
  const other = OTHERS.find((topic) => topic.file === file && topic.section === undefined);
  return other?.name ?? /^(?:events\/)?([a-z][a-z_-]*)\.md$/.exec(file)?.[1];
}

function rank({ name }: Topic): number {
  const place = FIRST.indexOf(name);
  return place === -1 ? FIRST.length : place;
}

function sectionOf(page: readonly MarkedToken[], heading: string): readonly MarkedToken[] {
  const from = page.findIndex((token) => token.type === 'heading' && token.text === heading);
  const depth = depthOf(page[from]);
  const next = page.findIndex((token, index) => index > from && depthOf(token) <= depth);
  return page.slice(from, next === -1 ? undefined : next);
}

function depthOf(token: MarkedToken | undefined): number {
  return token?.type === 'heading' ? token.depth : Number.POSITIVE_INFINITY;
}
