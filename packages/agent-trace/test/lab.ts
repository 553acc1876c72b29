import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { AgentKind, Turn } from '@harness/turns';
import { onTestFinished } from 'vitest';
import { openTrace, type Trace, type TraceOptions } from '../src/index.ts';

/** A home and a working directory that are gone after the test. */
export interface Lab {
  readonly dir: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Opens a trace of this lab; `sinceMs` is now. */
  open(kind: AgentKind, options?: Partial<TraceOptions>): Trace;
}

export const FIXTURES: string = fileURLToPath(new URL('fixtures/', import.meta.url));

export function lab(): Lab {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'agent-trace-')));
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const workdir = join(dir, 'work');
  mkdirSync(workdir);
  const env = { HOME: join(dir, 'home'), TZ: 'UTC' };
  return {
    dir,
    workdir,
    env,
    open: (kind, options) => {
      const trace = openTrace({ kind, env, workdir, sinceMs: Date.now(), ...options });
      onTestFinished(() => {
        trace.close();
      });
      return trace;
    },
  };
}

/** The bytes of a fixture as an agent would have written them in this lab's working directory. */
export function fixture({ workdir }: Lab, name: string): Buffer {
  const bytes = readFileSync(join(FIXTURES, name));
  const moved = bytes
    .toString('latin1')
    .replaceAll(/\/srv\/agents\/demo-app|\/home\/agent\/project/g, workdir);
  return Buffer.from(moved, 'latin1');
}

export function claudePath({ env, workdir }: Lab, session = 'session-1'): string {
  const folder = workdir.replaceAll(/[^A-Za-z0-9]/g, '-');
  return join(env['HOME'] ?? '', '.claude/projects', folder, `${session}.jsonl`);
}

export function codexPath({ env }: Lab, name = 'rollout-2026-11-20T09-00-00-1'): string {
  return join(env['HOME'] ?? '', '.codex/sessions/2026/11/20', `${name}.jsonl`);
}

export function crushPath({ workdir }: Lab): string {
  return join(workdir, '.crush/crush.db');
}

export function opencodePath({ env }: Lab): string {
  return join(env['HOME'] ?? '', '.local/share/opencode/opencode.db');
}

export function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Lays a fixture out where the agent keeps its transcripts. */
export function place(here: Lab, kind: AgentKind, name: string): void {
  switch (kind) {
    case 'claude-code':
      write(claudePath(here), fixture(here, name));
      return;
    case 'codex':
      write(codexPath(here), fixture(here, name));
      return;
    case 'crush':
      createStore(crushPath(here), [fixture(here, 'crush-schema.sql'), fixture(here, name)]);
      return;
    case 'opencode':
      createStore(opencodePath(here), [fixture(here, name)]);
      return;
    default:
      throw new TypeError(`no such agent: ${String(kind satisfies never)}`);
  }
}

/** Lays out a session of Claude Code with its sub-agents. */
export function placeWithAgents(here: Lab, session: string): void {
  const folder = dirname(claudePath(here));
  write(join(folder, `${session}.jsonl`), fixture(here, `claude-code-subagents/${session}.jsonl`));
  cpSync(join(FIXTURES, 'claude-code-subagents', session), join(folder, session), {
    recursive: true,
  });
}

export function createStore(path: string, scripts: readonly Buffer[]): void {
  mkdirSync(dirname(path), { recursive: true });
  // A dump fills tables before the ones that they refer to.
  const store = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  store.exec('PRAGMA journal_mode = WAL');
  for (const script of scripts) {
    store.exec(script.toString('utf8'));
  }
  store.close();
}

/** The counts of a reading in the words of the expectations. */
export function factsOf(turns: readonly Turn[]): Readonly<Record<string, number>> {
  const count = (kind: Turn['kind']) => turns.filter((turn) => turn.kind === kind).length;
  return {
    user_messages: count('message'),
    model_ok: count('answer'),
    model_failed: count('refusal'),
    tool_calls: count('call'),
    retries: count('retry'),
    compactions: count('compaction'),
    sessions: count('session'),
    assistant_turns: count('answer') + count('refusal'),
  };
}

export function ofKind<K extends Turn['kind']>(
  turns: readonly Turn[],
  kind: K,
): readonly Extract<Turn, { kind: K }>[] {
  return turns.filter((turn): turn is Extract<Turn, { kind: K }> => turn.kind === kind);
}
