import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const CONFIG = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }],
};

/** `text` with everything masked that Secretlint's recommended rules report in it. */
export async function secretlintRedact(text: string): Promise<string> {
  const source = { filePath: 'case.txt', content: text, ext: '.txt', contentType: 'text' } as const;
  const { messages } = await lintSource({ source, options: { config: CONFIG } });
  let out = text;
  // From the end, so that a mask moves no range that is still to come.
  for (const [start, end] of messages.map(({ range }) => range).sort((a, b) => b[0] - a[0])) {
    out = `${out.slice(0, start)}[REDACTED]${out.slice(end)}`;
  }
  return out;
}
