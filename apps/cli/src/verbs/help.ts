import { DONE } from '../exit-code.ts';
import { findTopic, nearName } from '../help/find-topic.ts';
import { inlineText } from '../help/inline-text.ts';
import { renderPage } from '../help/render-page.ts';
import { readTopic, readTopics, type Topic } from '../help/topic.ts';
import { painter } from '../render/paint.ts';
import { renderTable } from '../render/table.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, type Verb } from '../verb.ts';

/** Long lines are hard to read, however wide the terminal is. */
const WIDEST = 100;
const NARROWEST = 40;
/** Where there is no terminal, or one that does not know its width. */
const ELSEWHERE = 80;
const LIST = 'topics';

/**
 * `harness help TOPIC`: what the documents say about it; `harness help topics`: what there is. Asks nobody: it needs no
 * daemon and no configuration. What a verb takes is told before a verb is called.
 *
 * @param verbs - their paths: somebody who mistyped one is told so
 */
export function helpBeside(verbs: readonly string[]): Verb {
  return async (call) => {
    const { args } = call;
    const topics = readTopics();
    if (args.length === 0 || (args.length === 1 && args[0] === LIST)) {
      return await listTopics(call, topics, verbs);
    }
    const topic = findTopic(args, topics);
    if (topic === undefined) {
      throw new UsageError(unknown(args.join(' '), [...topics.map(({ name }) => name), ...verbs]));
    }
    return showTopic(call, topic);
  };
}

async function listTopics(
  { console, options }: Call,
  topics: readonly Topic[],
  verbs: readonly string[],
): Promise<number> {
  const rows = topics.map((topic) => ({
    // A verb of the same name has its own help under that name.
    name: verbs.includes(topic.name) ? `docs/${topic.file}` : topic.name,
    summary: summaryOf(topic),
  }));
  if (options['json'] === true) {
    console.out(JSON.stringify({ topics: rows }));
    return DONE;
  }
  const cells = rows.map(({ name, summary }) => [
    { text: name, style: 'strong' } as const,
    { text: summary },
  ]);
  console.out(
    await renderTable(cells, { columns: console.columns, paint: painter(console.color) }),
  );
  return DONE;
}

function showTopic(call: Call, topic: Topic): number {
  const { console } = call;
  const { name, file } = topic;
  const json = flagOption(call, 'json');
  const columns = Math.max(NARROWEST, Math.min(console.columns || ELSEWHERE, WIDEST));
  const setting = { file, paint: painter(console.color && !json) };
  const text = renderPage(readTopic(topic), columns, setting);
  console.out(json ? JSON.stringify({ topic: name, page: `docs/${file}`, text }) : text);
  return DONE;
}

/** The first sentence below the first heading, else the heading. */
function summaryOf(topic: Topic): string {
  const [heading, first] = readTopic(topic).filter(({ type }) => type !== 'space');
  const block = first?.type === 'paragraph' ? first : heading;
  const tokens = block?.type === 'paragraph' || block?.type === 'heading' ? block.tokens : [];
  const words = inlineText(tokens, { file: topic.file, paint: (_style, text) => text });
  return words.replaceAll(/\s+/g, ' ').replace(/(?<=[a-z`)])[.:](?: .*)?$/, '');
}

function unknown(wanted: string, names: readonly string[]): string {
  const near = nearName(wanted, [...names, LIST]);
  const advice = near === undefined ? '' : `: did you mean ${near}?`;
  return `there is no verb or topic ${JSON.stringify(wanted)}${advice}; \`harness help ${LIST}\` lists the topics`;
}
