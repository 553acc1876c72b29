import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A throwaway home with one harness that crashes until it is repaired, and a hook that records. */
export interface Stage {
  readonly env: Readonly<Record<string, string>>;
  /** One JSON line per run of the hook. */
  readonly alerts: string;
  /** What an operator would do: the next start of the agent works. */
  repair(): void;
  remove(): void;
}

export const HARNESS = 'claude-rc';

const AGENT = `#!/bin/sh
if [ -e "\${0%/*}/logged-in" ]; then
  echo 'Remote Control is up, waiting for work'
  exec sleep 600
fi
echo 'Starting Remote Control'
echo 'Error: You must be logged in to use Remote Control.' >&2
exit 1
`;

const HOOK = `#!/bin/sh
# A real hook: it gets the facts in its environment and as JSON on stdin.
{ env | grep '^HARNESS_NOTIFY_' | sort; cat; printf '\\036'; } >>"\${0%/*}/alerts"
`;

/** Builds the stage in a new folder of the system's own for such things. */
export function buildStage(): Stage {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harness-demo-')));
  for (const part of ['config/harness', 'state', 'run', 'work']) {
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  }
  writeFileSync(join(folder, 'agent'), AGENT, { mode: 0o755 });
  writeFileSync(join(folder, 'hook'), HOOK, { mode: 0o755 });
  writeFileSync(join(folder, 'alerts'), '');
  writeFileSync(join(folder, 'config/harness/harness.toml'), configuration(folder));
  return {
    env: {
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      HARNESS_CONFIG: '',
      HARNESS_SOCKET: '',
    },
    alerts: join(folder, 'alerts'),
    repair: () => writeFileSync(join(folder, 'logged-in'), ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function configuration(folder: string): string {
  return `[notify]
command = [${JSON.stringify(join(folder, 'hook'))}]

[server]
metrics_listen = "off"

[harness.${HARNESS}]
harness = "command"
argv = [${JSON.stringify(join(folder, 'agent'))}]
workdir = ${JSON.stringify(join(folder, 'work'))}
enabled = true
`;
}
