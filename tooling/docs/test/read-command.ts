import { withHelpOfVerb } from '../../../apps/cli/src/help-of-verb.ts';
import { type Parsed, parseWellFormed } from '../../../apps/cli/src/parse-well-formed.ts';
import { parseWithHelp } from '../../../apps/cli/src/parse-with-help.ts';
import { silentConsole } from '../../../apps/cli/test/silent-console.ts';
import type { HarnessCommand } from './shell-commands.ts';

/** A command of a document, and what the command line makes of it: a call, the help of a verb, or a mistake. */
export interface ReadCommand extends HarnessCommand {
  readonly parsed: Parsed | 'help' | 'misused';
}

/** One that calls a verb. */
export interface CalledCommand extends HarnessCommand {
  readonly parsed: Parsed;
}

/** Reads it as the command line itself does. */
export function readCommand(command: HarnessCommand): ReadCommand {
  return { ...command, parsed: parse(command.argv) };
}

function parse(argv: readonly string[]): ReadCommand['parsed'] {
  const words = withHelpOfVerb(argv);
  const quick = parseWellFormed(words);
  if (quick !== undefined) {
    return quick;
  }
  const full = parseWithHelp(words, silentConsole());
  if (full.kind === 'call') {
    return full.parsed;
  }
  return full.code === 0 ? 'help' : 'misused';
}
