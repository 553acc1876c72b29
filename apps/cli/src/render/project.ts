import type { ProjectView } from '@harness/protocol';
import { commandLine } from './command-line.ts';
import { oneLine } from './safe-text.ts';

/** A project that is up: the programs that the operator has just agreed to, one a line. */
export function renderProject({ name, file, programs }: ProjectView): string {
  const rows = programs.map(
    (program) =>
      `  ${program.name}: ${commandLine(program.argv)}${program.enabled ? '' : ` (not enabled: \`harness start ${program.name}\`)`}`,
  );
  const head = `${name} is up, from ${file}; it runs${rows.length === 0 ? ' nothing' : ':'}`;
  return [head, ...rows].map(oneLine).join('\n');
}
