import { expect, it } from 'vitest';
import { locate, openTrace } from '../src/index.ts';
import { lab } from './lab.ts';
import { claudeScribe } from './scribes/claude-scribe.ts';

it('does what the README shows', async () => {
  const { env, workdir, ...here } = lab();
  const sinceMs = Date.now();
  const trace = openTrace({ kind: 'claude-code', env, workdir, sinceMs });
  await trace.poll();
  const scribe = claudeScribe({ env, workdir, ...here }, 's-1');
  scribe.write([{ kind: 'call', id: 'c1', tool: 'Bash', args: {} }]);
  const said: string[] = [];
  for await (const turn of trace) {
    if (turn.kind === 'call') {
      said.push(`${turn.agent ?? 'main'} calls ${turn.tool}`);
      break;
    }
  }

  expect(said).toEqual(['main calls Bash']);
  const { files } = await locate('claude-code', { env, workdir, sinceMs: sinceMs - 1_000 });
  expect(files).toEqual([scribe.path]);
});
