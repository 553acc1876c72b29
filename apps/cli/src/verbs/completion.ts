import { BASH_SCRIPT } from '../completion/bash-script.ts';
import { FISH_SCRIPT } from '../completion/fish-script.ts';
import { SHELLS, type Shell } from '../completion/shells.ts';
import { ZSH_SCRIPT } from '../completion/zsh-script.ts';
import { DONE } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption } from '../verb.ts';

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH_SCRIPT,
  zsh: ZSH_SCRIPT,
  fish: FISH_SCRIPT,
};

/** `harness completion SHELL`: prints what the shell is to load. Asks nobody. */
export function completion(call: Call): number {
  const shell = SHELLS.find((name) => name === call.args[0]);
  if (shell === undefined) {
    throw new UsageError(`there is a completion for ${SHELLS.join(', ')}, not \`${call.args[0]}\``);
  }
  const script = SCRIPTS[shell];
  call.console.out(flagOption(call, 'json') ? JSON.stringify({ shell, script }) : script);
  return DONE;
}
