import { NOTIFIED_EVENTS } from '@harness/notify-core';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../src/help/markdown.ts';
import { renderPage } from '../src/help/render-page.ts';
import { readTopics } from '../src/help/topic.ts';
import { VERBS } from '../src/verb-table.ts';
import { harness, throwaway } from './home.ts';

const TOPICS = readTopics().map(({ name }) => name);

/** What to call them by: where there is a verb of the same name, by their page. */
const CALLS = readTopics().map(({ name, file }) =>
  VERBS.some(({ path }) => path === name) ? `docs/${file}` : name,
);

describe('harness help TOPIC', () => {
  it('has a topic for every event, and for what an operator asks first', () => {
    expect(TOPICS).toEqual(
      expect.arrayContaining([
        'quick-start',
        'concepts',
        'events',
        ...NOTIFIED_EVENTS,
        'configuration',
        'hooks',
        'exit-codes',
        'security',
        'troubleshooting',
      ]),
    );
  });

  it.each(CALLS)('shows %s without a mark of Markdown, in lines that fit', async (topic) => {
    const { code, out, err } = await harness(throwaway(), ['help', topic]);
    expect([code, err]).toEqual([0, '']);
    expect(out.length).toBeGreaterThan(100);
    const words = out.split('\n').filter((line) => !line.startsWith('    '));
    expect(words.filter((line) => /\]\(|^\s*#{1,6} |\*\*|\|[ -]*-{3}/.test(line))).toEqual([]);
    // A command is never broken, so that it can be copied.
    const breakable = words.filter((line) => !/^ *(?:- )?`[^`]*`\S*$/.test(line));
    expect(breakable.filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
  });

  it.each([
    [['exit', 'codes'], 'Exit codes'],
    [['Loop-Stopped'], '`loop_stopped`'],
    [['docs/hooks.md'], 'Hooks'],
    [['hook'], 'Hooks'],
    [['SECURITY.md'], 'Security'],
  ])('takes %j for a topic', async (words, heading) => {
    const { out } = await harness(throwaway(), ['help', ...words]);
    expect(out.split('\n')[0]).toBe(heading);
  });

  it('shows of a section no more than the section', async () => {
    const { out } = await harness(throwaway(), ['help', 'exit-codes']);
    expect(out).toContain('124');
    expect(out).not.toContain('HARNESS_SOCKET');
  });

  it('lists the topics with a sentence each', async () => {
    const { code, out } = await harness(throwaway(), ['help', 'topics']);
    expect(code).toBe(0);
    expect(out).toMatch(/^failed +A harness used up its restarts and stays down$/m);
    const { topics } = JSON.parse((await harness(throwaway(), ['help', 'topics', '--json'])).out);
    expect(topics.map(({ name }: { name: string }) => name)).toEqual(CALLS);
  });

  it('gives the text, and where it stands, as JSON', async () => {
    const { out } = await harness(throwaway(), ['help', 'parked', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      topic: 'parked',
      page: 'docs/events/parked.md',
      text: expect.stringContaining('quota_backoff'),
    });
  });

  it.each([
    ['faled', 'did you mean failed?'],
    ['lsit', 'did you mean list?'],
    ['topic', 'did you mean topics?'],
    ['xyzzy', 'harness help topics'],
  ])('exits 2 for the unknown %s and says: %s', async (word, advice) => {
    const { code, out, err } = await harness(throwaway(), ['help', word]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(advice);
  });
});

describe('harness help VERB', () => {
  it.each([
    [[], []],
    [['list'], ['list']],
    [['config'], ['config']],
    [
      ['notify', 'history'],
      ['notify', 'history'],
    ],
  ])('shows for %j what --help shows', async (words, verb) => {
    const { code, out } = await harness(throwaway(), ['help', ...words]);
    const own = await harness(throwaway(), [...verb, '--help']);
    expect([code, out]).toEqual([0, own.out]);
    expect(out).toMatch(/^Usage: harness/);
  });

  it('points from the help of all verbs to the topics', async () => {
    expect((await harness(throwaway(), ['help'])).out).toContain('`harness help topics`');
  });
});

describe('a page on a terminal', () => {
  const setting = { file: 'concepts.md', paint: (_style: string, text: string) => text };
  const shown = (markdown: string, columns: number): string =>
    renderPage(readMarkdown(markdown), columns, setting);

  it('breaks lines between words, and never inside code', () => {
    expect(shown('one two three `harness list --json` four', 20)).toBe(
      '  one two three\n  `harness list --json`\n  four',
    );
  });

  it('has lists with what belongs to an item below it', () => {
    expect(shown('1. first\n   words\n2. second', 14)).toBe('  1. first\n     words\n  2. second');
  });

  it('has code as it is', () => {
    expect(shown('# Title\n\n```sh\na   long line of code\n```', 10)).toBe(
      'Title\n\n    a   long line of code',
    );
  });

  it('has the columns of a table side by side, or one below the other where they are too wide', () => {
    const table = '| key | rule |\n|---|---|\n| `a` | some words |';
    expect(shown(table, 60)).toBe('  key  rule\n  `a`  some words');
    expect(shown(table, 30)).toBe('  `a`\n      some words');
  });

  it('says where a link leads', () => {
    expect(
      shown('[hooks](hooks.md), [it](https://x.test), [here](#park), [more](../SECURITY.md)', 200),
    ).toBe('  hooks, it (https://x.test), here, more (harness help security)');
    expect(shown('see [how to write one](hooks.md#write)', 200)).toBe(
      '  see how to write one (harness help hooks)',
    );
  });
});
