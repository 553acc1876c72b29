import type { Console } from './console.ts';
import { FAILED, MISUSED } from './exit-code.ts';
import { withHelpOfVerb } from './help-of-verb.ts';
import { type Parsed, parseWellFormed } from './parse-well-formed.ts';
import { tellError } from './tell-error.ts';
import type { Call } from './verb.ts';

/** The daemon needs `node:sqlite` as this one has it. */
const LEAST_NODE = 24;

/** Carries one command line out, tells what went wrong, and gives the exit code. */
export async function runHarness(argv: readonly string[], console: Console): Promise<number> {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < LEAST_NODE) {
    console.err(`harness: needs Node ${LEAST_NODE} or newer: ${process.execPath} is ${node}`);
    return FAILED;
  }
  const reading = await read(withHelpOfVerb(argv), console);
  return typeof reading === 'number' ? reading : runVerb(reading, console);
}

async function read(argv: readonly string[], console: Console): Promise<Parsed | number> {
  const parsed = parseWellFormed(argv);
  if (parsed !== undefined) {
    return parsed;
  }
  const { parseWithHelp } = await import('./parse-with-help.ts');
  const reading = parseWithHelp(argv, console);
  return reading.kind === 'call' ? reading.parsed : reading.code;
}

async function runVerb({ spec, args, options }: Parsed, console: Console): Promise<number> {
  const call: Call = { args, options, console };
  try {
    const empty = ['socket', 'config'].find((name) => options[name] === '');
    if (empty !== undefined) {
      console.err(`harness: --${empty} needs a path`);
      return MISUSED;
    }
    const verb = await spec.load();
    return await verb(call);
  } catch (error) {
    return tellError(error, call);
  }
}
