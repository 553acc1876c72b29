import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type MarkedToken, type Tokens, walkTokens } from 'marked';

export const ROOT: string = join(import.meta.dirname, '../../..');

/** One document of the repository. */
export interface Document {
  /** Below the root. */
  readonly file: string;
  /** All of its tokens, those inside others too. */
  readonly tokens: readonly MarkedToken[];
}

/** What an operator reads. */
export const DOCUMENTS: readonly Document[] = await read('*.md', 'docs/**/*.md');

/** What is written for the users of a package. */
export const READMES: readonly Document[] = await read(
  '{apps,packages,tooling}/*/README.md',
  'bench/README.md',
);

/** A fenced block, and where it stands. */
export interface Fence {
  readonly file: string;
  readonly lang: string;
  readonly text: string;
}

/** The fenced blocks in one of these languages, but for those that are for users of a package. */
export function fences(...langs: readonly string[]): readonly Fence[] {
  const ofHouse = READMES.filter(({ file }) => !file.startsWith('packages/'));
  return fencesOf([...DOCUMENTS, ...ofHouse]).filter(({ lang }) => langs.includes(lang));
}

/** The fenced blocks of documents; without a language it is `''`. */
export function fencesOf(documents: readonly Document[]): readonly Fence[] {
  return documents.flatMap(({ file, tokens }) =>
    ofType(tokens, 'code').map(({ lang = '', text }) => ({ file, lang, text })),
  );
}

/** The fences with a title for a test of each: where it stands, and its place among them. */
export function titled(found: readonly Fence[]): readonly (Fence & { readonly title: string })[] {
  return found.map((fence, index) => ({ ...fence, title: `${fence.file}, block ${index + 1}` }));
}

/** The tokens of one type. */
export function ofType<T extends MarkedToken['type']>(
  tokens: readonly MarkedToken[],
  type: T,
): readonly Extract<MarkedToken, { type: T }>[] {
  return tokens.filter((token): token is Extract<MarkedToken, { type: T }> => token.type === type);
}

/**
 * The document at a path below the root.
 *
 * @throws Error when there is none.
 */
export function documentAt(file: string): Document {
  const found = [...DOCUMENTS, ...READMES].find((document) => document.file === file);
  if (found === undefined) {
    throw new Error(`there is no document ${file}`);
  }
  return found;
}

/** The rows of a table as texts. */
export function rowsOf({ rows }: Tokens.Table): readonly (readonly string[])[] {
  return rows.map((row) => row.map(({ text }) => text));
}

async function read(...patterns: readonly string[]): Promise<readonly Document[]> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted();
  return await Promise.all(
    files.map(async (file) => {
      const tokens: MarkedToken[] = [];
      await Promise.all(
        walkTokens(lexer(readFileSync(join(ROOT, file), 'utf8')), (token) => {
          tokens.push(token as MarkedToken);
        }),
      );
      return { file, tokens };
    }),
  );
}
