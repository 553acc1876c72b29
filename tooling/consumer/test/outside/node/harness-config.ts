import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argvOf, type Config, formatProblem, loadConfig } from '@harness/harness-config';
import schema from '@harness/harness-config/harness.schema.json' with { type: 'json' };

const TEXT = `[notify]
command = ["/opt/notify.sh"]
[harness.reviewer]
harness = "claude-code"
enabled = true
`;

/** A file that is read, and the same with a misspelt key. */
export async function use(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'outside-config-'));
  const path = join(folder, 'harness.toml');
  await writeFile(path, TEXT);
  const good = await loadConfig({ path });
  await writeFile(path, TEXT.replace('enabled', 'enabeld'));
  const bad = await loadConfig({ path });
  await rm(folder, { recursive: true });
  const config: Config | undefined = good.kind === 'refused' ? undefined : good.config;
  return {
    programs: config?.harnesses.map(argvOf),
    problems:
      bad.kind === 'refused' &&
      bad.problems.map((problem) => formatProblem(problem).replace(`${folder}/`, '')),
    schema: Object.keys(schema.properties).includes('notify'),
  };
}
