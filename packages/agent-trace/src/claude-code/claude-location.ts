import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Claimant } from '../trace.ts';

/**
 * The name of the folder with a working directory's transcripts.
 *
 * Source: Claude Code 2.1.332, 2026-11: every character of the path that is no letter or digit as
 * `-`; a name longer than 200 is cut there, and a hash follows.
 */
export function claudeFolderName(workdir: string): string {
  return workdir.replace(/[^A-Za-z0-9]/g, '-').slice(0, CLAUDE_NAME_LIMIT);
}

/** Whether a folder is the one of this working directory. */
export function isClaudeFolder(name: string, workdir: string): boolean {
  const own = claudeFolderName(workdir);
  return own.length < CLAUDE_NAME_LIMIT ? name === own : name.startsWith(own);
}

/** The folder that holds a folder for each working directory. */
export function claudeProjects(env: Claimant['env']): string {
  const config = env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
  return join(config, 'projects');
}

const CLAUDE_NAME_LIMIT = 200;

/** Whose transcript a path is, by its name alone. */
export interface ClaudeOwner {
  readonly session: string;
  readonly agent?: string;
  /** It stands in the folder of its session. */
  readonly isBelow: boolean;
}

/** Reads the name of a transcript. */
export function claudeOwner(path: string): ClaudeOwner {
  const name = basename(path, '.jsonl');
  const agent = AGENT_NAME.exec(name)?.[1];
  const session = AGENTS_BELOW.exec(dirname(path))?.[1];
  return {
    session: (agent === undefined ? undefined : session) ?? name,
    ...(agent === undefined ? {} : { agent }),
    isBelow: agent !== undefined && session !== undefined,
  };
}

const AGENT_NAME = /^agent-(.+)$/;
const AGENTS_BELOW = /\/([^/]+)\/subagents(?:\/.*)?$/;
