import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locate, openTrace, type Trace } from '@harness/agent-trace';

/** A session that is written while it is read. */
export async function use(): Promise<unknown> {
  const home = await mkdtemp(join(tmpdir(), 'outside-trace-'));
  const workdir = join(home, 'work');
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'claude') };
  const sessions = join(
    env.CLAUDE_CONFIG_DIR,
    'projects',
    workdir.replaceAll(/[^A-Za-z0-9]/g, '-'),
  );
  await Promise.all([workdir, sessions].map((folder) => mkdir(folder, { recursive: true })));
  const sinceMs = Date.now() - 1_000;
  const trace: Trace = openTrace({ kind: 'claude-code', env, workdir, sinceMs });
  await trace.poll();
  await appendFile(join(sessions, 's1.jsonl'), `${JSON.stringify(called(workdir))}\n`);
  const turns = await trace.poll();
  const { files } = await locate('claude-code', { env, workdir, sinceMs });
  await trace.close();
  await rm(home, { recursive: true });
  return {
    calls: turns.flatMap((turn) => (turn.kind === 'call' ? [turn.tool] : [])),
    files: files.length,
  };
}

function called(cwd: string): object {
  const part = { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'make' } };
  return {
    type: 'assistant',
    cwd,
    sessionId: 's1',
    version: '2.1.332',
    uuid: 'u1',
    timestamp: new Date().toISOString(),
    message: { id: 'm1', role: 'assistant', content: [part], stop_reason: 'tool_use' },
  };
}
