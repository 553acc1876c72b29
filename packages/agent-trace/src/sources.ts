import { claudeFormat } from './claude-code/claude-format.ts';
import { claudeProjects } from './claude-code/claude-location.ts';
import { codexFormat } from './codex/codex-format.ts';
import { codexRoot } from './codex/codex-location.ts';
import { crushFormat } from './crush/crush-format.ts';
import { crushStore } from './crush/crush-location.ts';
import type { LineFormat } from './lines/line-format.ts';
import { opencodeFormat } from './opencode/opencode-format.ts';
import { opencodeStore } from './opencode/opencode-location.ts';
import type { StoreFormat } from './stores/store-format.ts';
import type { Claimant } from './trace.ts';
import { workdirNames } from './workdir-names.ts';

/** How a run's transcripts are read, and where they stand. */
export type Format =
  | { readonly kind: 'lines'; readonly format: LineFormat }
  | { readonly kind: 'store'; readonly format: StoreFormat; readonly root: string };

/** What reads the transcripts of a run. */
export async function formatFor(claimant: Claimant): Promise<Format> {
  const workdirs = await workdirNames(claimant.workdir);
  const workdir = workdirs[0] ?? claimant.workdir;
  switch (claimant.kind) {
    case 'claude-code':
      return { kind: 'lines', format: claudeFormat(claudeProjects(claimant.env), workdirs) };
    case 'codex':
      return { kind: 'lines', format: codexFormat(codexRoot(claimant), workdirs) };
    case 'crush': {
      const locate = () => crushStore(claimant, workdir);
      return { kind: 'store', format: crushFormat(locate), root: await locate() };
    }
    case 'opencode': {
      const root = opencodeStore(claimant);
      return { kind: 'store', format: opencodeFormat(root, workdirs), root };
    }
    default:
      return assertNever(claimant.kind);
  }
}

/** Where a run's sessions stand: two runs with the same place could own the same sessions. */
export async function placeOf(claimant: Claimant): Promise<string> {
  const found = await formatFor(claimant);
  const [workdir] = await workdirNames(claimant.workdir);
  return [claimant.kind, found.kind === 'lines' ? found.format.root : found.root, workdir].join(
    '\n',
  );
}

function assertNever(kind: never): never {
  throw new TypeError(`unknown agent: ${String(kind)}`);
}
