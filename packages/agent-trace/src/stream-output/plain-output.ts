import { classifyRefusal, type RefusalContext } from '@harness/turns';
import type { StreamOutput } from './read-stream-output.ts';
import { lastLineOf } from './sentence.ts';

/** Reads plain text: an agent that prints no events ends on what its provider said. */
export function readPlainOutput(lines: readonly string[], context: RefusalContext): StreamOutput {
  const cause = lastLineOf(lines.join('\n'));
  if (cause === undefined) {
    return {};
  }
  const refusal = classifyRefusal({ text: cause }, context);
  return refusal.rule === 'unknown' ? { cause } : { cause, refusal };
}
