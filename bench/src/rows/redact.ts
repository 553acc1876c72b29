import { createRedactor, redact } from '@harness/redact';
import type { Measure, Round } from '../measure.ts';
import { agentLog } from '../redaction/agent-log.ts';
import { hostileTexts } from '../redaction/hostile-texts.ts';
import {
  type LabelledText,
  readCorpus,
  type Score,
  scoreOf,
} from '../redaction/labelled-corpus.ts';
import { plainRedact } from '../redaction/plain-port.ts';
import type { Effort } from '../row.ts';
import { repeat, timedNs } from '../time.ts';

const CHUNK_BYTES = 64 * 1024;
const MEGABYTE = 1_000_000;
/** How many of them are timed together: one alone is too short. */
const MEGABYTES = 5;
const NEWLINE = 0x0a;
const PAYLOADS = 2000;
const PAYLOAD =
  '{"version":1,"event":"failed","harness":"claude-rc","host":"kitt","state":"failed","message":"claude-rc failed: gave up after 6 consecutive failures (last exit 1): \\"Error: You must be logged in to use Remote Control.\\" — restart with `harness restart claude-rc`; see `harness logs claude-rc`","cause":"Error: You must be logged in to use Remote Control.","hint":"harness logs claude-rc","exit_code":1}';

/** Names the file of the labelled corpus, which is kept elsewhere: what it holds looks like real credentials. */
const CORPUS_VARIABLE = 'REDACTION_CORPUS';

/**
 * Redaction of an agent's log as a stream, against the same text through plain rules, and against a mere search for its
 * line ends; of the worst text against a plain one; of a payload; and what is missed of a labelled corpus, where one is
 * given, beside Secretlint.
 */
export async function redactRow(effort: Effort): Promise<readonly Measure[]> {
  const { env } = process;
  // Before the other rules are loaded: they would share the heap that is timed.
  return [...speed(effort), ...(await recall(env[CORPUS_VARIABLE]))];
}

async function recall(path: string | undefined): Promise<readonly Measure[]> {
  if (path === undefined) {
    process.stdout.write(`redact: ${CORPUS_VARIABLE} names no corpus, recall is not measured\n`);
    return [];
  }
  const corpus = readCorpus(path);
  const ours = scoreOf(
    corpus,
    corpus.map(({ text }) => redact(text)),
  );
  const theirs = scoreOf(corpus, await throughSecretlint(corpus));
  const positive = corpus.filter(({ secrets }) => secrets.length > 0).length;
  const beside = (what: keyof Score, most: number): Omit<Measure, 'what'> => ({
    unit: 'cases',
    rounds: [{ ours: ours[what], yardstick: theirs[what] }],
    target: { of: 'ours', most },
  });
  return [
    {
      what: `missed of ${positive} secrets, and by Secretlint`,
      ...beside('missed', positive / 100),
    },
    { what: 'look-alikes that were changed, and by Secretlint', ...beside('spoilt', 0) },
  ];
}

async function throughSecretlint(corpus: readonly LabelledText[]): Promise<readonly string[]> {
  const { secretlintRedact } = await import('../redaction/secretlint.ts');
  return Promise.all(corpus.map(({ text }) => secretlintRedact(text)));
}

function speed({ quick }: Effort): readonly Measure[] {
  const log = agentLog((quick ? 5 : 50) * MEGABYTE);
  const megabyte = log.subarray(0, MEGABYTE);
  const rounds = quick ? 2 : 7;
  const against = (yardstick: () => void, ours: () => void): Round[] =>
    Array.from({ length: rounds }, () => ({ yardstick: timedNs(yardstick), ours: timedNs(ours) }));
  // Both are compiled before they are timed.
  stream(megabyte);
  port(megabyte);
  const worst = worstText();
  return [
    {
      what: 'an agent log, over the plain rules',
      unit: 'ns',
      rounds: against(
        () => port(log),
        () => stream(log),
      ),
      target: { of: 'ratio', most: 1 / 4 },
    },
    {
      what: 'an agent log, over a search for line ends',
      unit: 'ns',
      rounds: against(
        () => search(log),
        () => stream(log),
      ),
      target: { of: 'ratio', most: 1 / 0.03 },
    },
    {
      what: `the worst megabyte (${worst.name}), over a plain one`,
      unit: 'ns',
      rounds: against(
        repeat(MEGABYTES, () => stream(megabyte)),
        repeat(MEGABYTES, () => stream(worst.text)),
      ).map(each(MEGABYTES)),
      target: { of: 'ratio', most: 3 },
    },
    {
      what: 'a payload of 400 bytes, over the plain rules',
      unit: 'ns',
      rounds: against(
        repeat(PAYLOADS, () => plainRedact(PAYLOAD)),
        repeat(PAYLOADS, () => redact(PAYLOAD)),
      ).map(each(PAYLOADS)),
      target: { of: 'ratio', most: 2 },
    },
  ];
}

/** The round of one, of a round of `count`. */
function each(count: number): (round: Round) => Round {
  return ({ ours, yardstick }) => ({ ours: ours / count, yardstick: yardstick / count });
}

/** Bytes in and bytes out, in the pieces in which pipes give them. */
function stream(bytes: Buffer): void {
  const redactor = createRedactor();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    redactor.write(bytes.subarray(at, at + CHUNK_BYTES));
  }
  redactor.end();
}

/** The same for rules that know strings, and that see no secret across two pieces. */
function port(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    Buffer.from(plainRedact(bytes.toString('utf8', at, at + CHUNK_BYTES)));
  }
}

function search(bytes: Buffer): void {
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
    // Found: on to the next.
  }
}

function worstText(): { readonly name: string; readonly text: Buffer } {
  const timed = [...hostileTexts(MEGABYTE)].map(([name, text]) => ({
    name,
    text,
    ns: Math.min(
      timedNs(() => stream(text)),
      timedNs(() => stream(text)),
    ),
  }));
  return timed.reduce((worst, one) => (one.ns > worst.ns ? one : worst));
}
