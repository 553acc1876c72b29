import { closest, distance } from 'fastest-levenshtein';
import type { Topic } from './topic.ts';

/** Other words for a topic, that no verb has. */
const SYNONYMS: Readonly<Record<string, string>> = {
  config: 'configuration',
  exit: 'exit-codes',
  hook: 'hooks',
  event: 'events',
};

/** Letters that may be wrong in a word that is still meant. */
const SLIPS = 2;

/** The topic that words name: `exit codes`, `loop-stopped` and `docs/hooks.md` do too. */
export function findTopic(words: readonly string[], topics: readonly Topic[]): Topic | undefined {
  const wanted = plain(words.join(' '));
  const name = SYNONYMS[wanted] ?? wanted;
  return (
    topics.find((topic) => plain(topic.name) === name) ??
    topics.find((topic) => plain(topic.file) === name && topic.section === undefined)
  );
}

/** The one of these names that somebody most likely meant; undefined where none is near. */
export function nearName(word: string, names: readonly string[]): string | undefined {
  const near = closest(word, [...names]);
  const slips = Math.min(SLIPS, Math.floor(word.length / 2));
  return distance(word, near) <= slips ? near : undefined;
}

function plain(word: string): string {
  return word
    .toLowerCase()
    .replace(/^(?:\.\.\/|docs\/)/, '')
    .replace(/\.md$/, '')
    .replaceAll(/[ _]/g, '-');
}
