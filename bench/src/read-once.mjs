/* Reads a configuration as a program does that has just started, with nothing compiled yet; prints the milliseconds. */
import { readFileSync } from 'node:fs';
import { readGlobal } from '@harness/harness-config';
import { parse } from 'smol-toml';

const [who, file = ''] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const before = performance.now();
if (who === 'parser') {
  parse(text);
} else if (readGlobal(text, file, { home: '/home/me' }).kind === 'refused') {
  throw new Error('refused');
}
process.stdout.write(String(performance.now() - before));
