import { resolve } from 'node:path';
import { DONE, FAILED } from '../exit-code.ts';
import { readConfiguration } from '../read-configuration.ts';
import { oneLine } from '../render/safe-text.ts';
import { type Call, flagOption, textOption } from '../verb.ts';

/** `harness config check [FILE]`: every error at once, one a line, as editors read them. */
export async function configCheck(call: Call): Promise<number> {
  const { console } = call;
  const [word] = call.args;
  const named = word === undefined ? textOption(call, 'config') : resolve(console.folder, word);
  const reading = await readConfiguration(console.env, named);
  const problems = reading.kind === 'refused' ? reading.problems : [];
  const { file } = reading;
  if (flagOption(call, 'json')) {
    console.out(JSON.stringify({ file, valid: problems.length === 0, problems }));
  } else if (reading.kind === 'config') {
    const count = reading.config.harnesses.length;
    console.out(`${file}: fine, ${count} ${count === 1 ? 'harness' : 'harnesses'}`);
  } else {
    console.err(problems.map(oneLine).join('\n'));
  }
  return problems.length === 0 ? DONE : FAILED;
}
