import { daemonClient } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { oneLine, safeJson } from '../render/safe-text.ts';
import { type Call, flagOption } from '../verb.ts';
import { projectFolder } from './up.ts';

/** `harness down [FOLDER]`: drops the project of a folder; done when nothing of it is left. */
export async function down(call: Call): Promise<number> {
  const project = await daemonClient(addressOf(call)).down(projectFolder(call));
  call.console.out(
    flagOption(call, 'json') ? safeJson({ project }) : oneLine(`${project.name} is down`),
  );
  return DONE;
}
