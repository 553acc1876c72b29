import { resolve } from 'node:path';
import { DaemonError, daemonClient } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE, FAILED } from '../exit-code.ts';
import { renderProject } from '../render/project.ts';
import { oneLine, safeJson } from '../render/safe-text.ts';
import { failureOf } from '../tell-error.ts';
import { type Call, flagOption } from '../verb.ts';

/**
 * `harness up [FOLDER]`: takes the project of a folder and prints the programs that it runs; every error of its file
 * stands on a line of its own, as editors read them.
 */
export async function up(call: Call): Promise<number> {
  const { console } = call;
  const json = flagOption(call, 'json');
  try {
    const project = await daemonClient(addressOf(call)).up(projectFolder(call));
    console.out(json ? safeJson({ project }) : renderProject(project));
    return DONE;
  } catch (error) {
    if (!(error instanceof DaemonError && error.code === 'project_refused')) {
      throw error;
    }
    console.err([...error.problems, `harness: ${error.message}`].map(oneLine).join('\n'));
    if (json) {
      console.out(safeJson({ error: failureOf(error) }));
    }
    return FAILED;
  }
}

/** The folder that a call means, absolute: the current one where none is named. */
export function projectFolder({ args, console }: Call): string {
  return resolve(console.folder, args[0] ?? '.');
}
