import type { AgentKind } from '@harness/harness-config';
import type { AgentSetting } from './launch.ts';

/** The options of an agent's program: the words that a setting becomes. */
export type AgentOptions = Partial<Record<AgentSetting, (value: string) => readonly string[]>>;

/** How an agent's program is called. */
export interface AgentCall {
  /** Kept up, on its terminal. */
  readonly resident: AgentOptions;
  /** For one prompt, which comes last, behind `--`. */
  readonly oneShot: { readonly words: readonly string[]; readonly options: AgentOptions };
}

const model = (name: string): string[] => ['--model', name];

/**
 * The agents' command lines.
 *
 * A one-shot prints plain text, so that its last line is a sentence.
 *
 * Source: `--help` of Claude Code 2.1.197, Codex 0.171.0, OpenCode 1.18.33; Crush's `internal/cmd`; November 2026.
 */
export const AGENTS: Readonly<Record<AgentKind, AgentCall>> = {
  'claude-code': {
    resident: { model, auto_accept: () => ['--dangerously-skip-permissions'] },
    oneShot: {
      words: ['--print'],
      options: {
        model,
        auto_accept: () => ['--dangerously-skip-permissions'],
        max_turns: (count) => ['--max-turns', count],
      },
    },
  },
  codex: {
    resident: { model, auto_accept: () => ['--dangerously-bypass-approvals-and-sandbox'] },
    oneShot: {
      // Which folder it works in is the configuration's decision, a repository or not.
      words: ['exec', '--skip-git-repo-check'],
      options: { model, auto_accept: () => ['--dangerously-bypass-approvals-and-sandbox'] },
    },
  },
  crush: {
    resident: { auto_accept: () => ['--yolo'] },
    // A run of one prompt accepts everything by itself.
    oneShot: { words: ['run', '--quiet'], options: { model, auto_accept: () => [] } },
  },
  opencode: {
    resident: { model, auto_accept: () => ['--auto'] },
    oneShot: { words: ['run'], options: { model, auto_accept: () => ['--auto'] } },
  },
};
