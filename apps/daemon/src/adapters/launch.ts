import { argvOf, type HarnessSpec, isAgent } from '@harness/harness-config';
import { AGENTS } from './agents.ts';

/** What a harness's program is started with. */
export interface Launch {
  readonly argv: readonly string[];
  /** Settings that this agent has no option for. */
  readonly ignored: readonly AgentSetting[];
}

/** Settings of a harness that become options of its agent. */
export type AgentSetting = 'model' | 'auto_accept' | 'max_turns';

/** How a harness is started; `prompt` is there exactly for one-shots. */
export function launchOf(spec: HarnessSpec, prompt?: string): Launch {
  if (!isAgent(spec.adapter)) {
    return { argv: argvOf(spec), ignored: [] };
  }
  const [program = '', ...args] = argvOf(spec);
  const { resident, oneShot } = AGENTS[spec.adapter];
  const { words, options } = prompt === undefined ? { words: [], options: resident } : oneShot;
  const wanted = wantedOptions(spec);
  const known = wanted.filter(([setting]) => options[setting] !== undefined);
  return {
    argv: [
      program,
      ...words,
      ...known.flatMap(([setting, value]) => options[setting]?.(value) ?? []),
      ...args,
      // A prompt may begin with a dash, and an option among the args may take any number of words.
      ...(prompt === undefined ? [] : ['--', prompt]),
    ],
    ignored: wanted.filter((one) => !known.includes(one)).map(([setting]) => setting),
  };
}

function wantedOptions({ model, autoAccept, maxTurns }: HarnessSpec): [AgentSetting, string][] {
  return [
    ...(model === undefined ? [] : [['model', model] satisfies [AgentSetting, string]]),
    ...(autoAccept ? [['auto_accept', ''] satisfies [AgentSetting, string]] : []),
    ...(maxTurns === undefined
      ? []
      : [['max_turns', String(maxTurns)] satisfies [AgentSetting, string]]),
  ];
}
