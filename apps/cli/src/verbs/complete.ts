import { type Completion, completionOf } from '../completion/candidates.ts';
import { readLine, type VerbTable } from '../completion/line-so-far.ts';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { flagOption, type Verb } from '../verb.ts';

/**
 * `harness complete -- WORD...`: what may stand in place of the last word, for the scripts of `harness completion`: one
 * `word<TAB>what it is` a line, or one of `:files`, `:folders`, `:commands`. Nothing to offer is nothing printed;
 * it exits 0 whatever is typed and whether or not a daemon answers.
 */
export function completeFrom(table: VerbTable): Verb {
  return async (call) => {
    const line = readLine(call.args, table);
    const socket = line.given['socket'];
    const options = { ...call.options, ...(socket === undefined ? {} : { socket }) };
    const found = await completionOf(line, addressOf({ ...call, options }));
    const text = flagOption(call, 'json') ? JSON.stringify(found) : linesOf(found);
    if (text !== '') {
      call.console.out(text);
    }
    return DONE;
  };
}

function linesOf(found: Completion): string {
  return found.kind === 'words'
    ? found.words.map(({ word, about }) => `${word}\t${about}`).join('\n')
    : `:${found.kind}`;
}
