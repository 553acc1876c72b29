import { harness, startDaemon, throwawayHome, writeConfig } from '@harness/testkit';
import { expect, it } from 'vitest';
import { transcriptsCheck } from '../../src/doctor/transcripts-check.ts';

it('tells an agent that is not up from one whose transcript is not found yet', () => {
  const unknown = { status: undefined, lastSuccessMs: undefined };
  const [row] = transcriptsCheck(
    [
      { name: 'down', isUp: false, ...unknown },
      { name: 'up', isUp: true, ...unknown },
    ],
    0,
  );
  expect(row?.detail).toBe('down: not up; up: nothing found yet');
});

it('knows which agents are up', async () => {
  await using home = await throwawayHome();
  const agent = (name: string, enabled: boolean): string => `[harness.${name}]
harness = "command"
argv = ["sleep", "60"]
transcript = "claude-code"
enabled = ${enabled}
`;
  await writeConfig(home, agent('down', false) + agent('up', true));
  await using _daemon = await startDaemon(home);
  const { out } = await harness(home, ['doctor', '--json']);
  const { checks }: { checks: { check: string; detail: string }[] } = JSON.parse(out);
  const row = checks.find(({ check }) => check === 'transcripts');
  expect(row?.detail).toBe('down: not up; up: nothing found yet');
});
