import { readFile } from 'node:fs/promises';
import type { HarnessSpec } from '@harness/harness-config';
import { codeOf, type StartFailure } from '../process/start-failure.ts';

/** A one-shot's prompt as it is now, nothing for a resident, or why it cannot be had. */
export type PromptReading =
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'none' }
  | StartFailure;

// The kernel's limit for one argument, its closing NUL included.
const MOST_BYTES = 131_071;

/** Reads the prompt of a harness; a file is read anew each time. Never rejects. */
export async function readPrompt({
  prompt,
  promptFile,
}: Pick<HarnessSpec, 'prompt' | 'promptFile'>): Promise<PromptReading> {
  if (promptFile === undefined) {
    return prompt === undefined ? { kind: 'none' } : checked(prompt, 'the prompt');
  }
  const name = `the prompt file ${promptFile}`;
  try {
    return checked(await readFile(promptFile, 'utf8'), name);
  } catch (error) {
    const code = codeOf(error) ?? 'UNKNOWN';
    return failure(code, `${name} ${code === 'ENOENT' ? 'does not exist' : 'cannot be read'}`);
  }
}

function checked(content: string, name: string): PromptReading {
  const text = content.replace(/^\ufeff/, '').trimEnd();
  if (text.trim() === '') {
    return failure('EINVAL', `${name} is empty`);
  }
  const bytes = Buffer.byteLength(text);
  return bytes > MOST_BYTES
    ? failure('E2BIG', `${name} has ${bytes} bytes, a program's argument at most ${MOST_BYTES}`)
    : { kind: 'prompt', text };
}

function failure(code: string, reason: string): StartFailure {
  return { kind: 'not_started', code, reason };
}
