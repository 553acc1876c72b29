import type { HarnessSpec } from '@harness/harness-config';
import { launchOf } from './launch.ts';

/** The argv of a harness for people; a prompt that lies in a file is named by it. */
export function shownArgv(spec: HarnessSpec): readonly string[] {
  const { promptFile } = spec;
  const prompt = promptFile === undefined ? spec.prompt : `<${promptFile}>`;
  return launchOf(spec, prompt).argv;
}
