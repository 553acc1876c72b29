import { Command, CommanderError, Option } from 'commander';
import type { Console } from './console.ts';
import { DONE, MISUSED } from './exit-code.ts';
import type { Parsed } from './parse-well-formed.ts';
import { GROUPS, type OptionSpec, SHARED_OPTIONS, VERBS, type VerbSpec } from './verb-table.ts';
import { ownVersion } from './version.ts';

/** What the full parser made of a command line. */
export type Reading =
  | { readonly kind: 'call'; readonly parsed: Parsed }
  /** The help was shown, or what is wrong was said. */
  | { readonly kind: 'ended'; readonly code: number };

/** Reads any command line: shows help, says what is wrong and which verb comes near. */
export function parseWithHelp(argv: readonly string[], console: Console): Reading {
  let parsed: Parsed | undefined;
  const program = programOf(console, (found) => {
    parsed = found;
  });
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      return { kind: 'ended', code: error.exitCode === 0 ? DONE : MISUSED };
    }
    throw error;
  }
  return parsed === undefined ? { kind: 'ended', code: MISUSED } : { kind: 'call', parsed };
}

function programOf(console: Console, found: (parsed: Parsed) => void): Command {
  const program = new Command('harness')
    .description('Supervises AI agents and tells people when they need one.')
    .version(ownVersion(), '-V, --version', 'print the release')
    .configureOutput({
      writeOut: (text) => console.out(text.trimEnd()),
      writeErr: (text) => console.err(text.trimEnd()),
    })
    .showHelpAfterError('(`--help` after any verb says what it takes)')
    .addHelpText('after', '\n`harness help topics` lists what there is to read besides.')
    .exitOverride();
  addOptions(program, SHARED_OPTIONS);
  const groups = new Map<string, Command>();
  for (const [name, summary] of Object.entries(GROUPS)) {
    groups.set(name, program.command(name).description(summary));
  }
  for (const spec of VERBS) {
    const [first = '', second] = spec.path.split(' ');
    const parent = second === undefined ? program : (groups.get(first) ?? program);
    groups.set(
      spec.path,
      addVerb(parent.command(second ?? first, { hidden: spec.hidden === true }), spec, found),
    );
  }
  return program;
}

function addVerb(command: Command, spec: VerbSpec, found: (parsed: Parsed) => void): Command {
  command.description(spec.summary);
  for (const { name, help, optional, many } of spec.takes) {
    const shown = many ? `${name}...` : name;
    command.argument(optional ? `[${shown}]` : `<${shown}>`, help);
  }
  addOptions(command, { ...spec.options, ...SHARED_OPTIONS });
  return command.action(() => found({ spec, args: command.args, options: optionsOf(command) }));
}

function addOptions(command: Command, options: Readonly<Record<string, OptionSpec>>): void {
  for (const [name, { short, value, help }] of Object.entries(options)) {
    const flags = `${short === undefined ? '' : `-${short}, `}--${name}`;
    command.addOption(new Option(value === undefined ? flags : `${flags} <${value}>`, help));
  }
}

/** Given before the verb or after it. */
function optionsOf(command: Command): Parsed['options'] {
  const given: Record<string, string | boolean | undefined> = {};
  for (let level: Command | null = command; level !== null; level = level.parent) {
    for (const option of level.options) {
      given[option.long?.slice(2) ?? ''] ??= level.getOptionValue(option.attributeName());
    }
  }
  return given;
}
