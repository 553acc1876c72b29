import {
  harness,
  homeProcesses,
  listed,
  startDaemon,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { AGENTS, type AgentName, agentHome } from './agent-home.ts';
import { requireAgentLab } from './agent-lab.ts';
import { type Check, runAll } from './checks.ts';
import { startModelApi } from './model-api.ts';

const PATIENT = { timeoutMs: 60_000 };
const NAMES = Object.keys(AGENTS) as AgentName[];

const { lab, programs } = requireAgentLab(NAMES);
process.exitCode = await runAll([...NAMES.flatMap(oneShotChecks), residentCheck()]);

function oneShotChecks(agent: AgentName): Check[] {
  return [
    {
      name: `${agent}: a run succeeds, its last line is the answer`,
      run: () => oneShot(agent, { scenario: 'text', code: 0, cause: /All done/ }),
    },
    {
      name: `${agent}: a refused key is a failed run, its last line says so`,
      run: () =>
        oneShot(agent, { scenario: 'auth', code: 1, cause: /invalid (x-)?api[ -]key|401/i }),
    },
    {
      name: `${agent}: a run that hangs is timed out`,
      run: () => oneShot(agent, { scenario: 'hang', code: 124, timeout: '8s' }),
    },
  ];
}

interface Expected {
  readonly scenario: string;
  readonly code: number;
  readonly cause?: RegExp;
  readonly timeout?: string;
}

async function oneShot(agent: AgentName, expected: Expected): Promise<void> {
  const { scenario, code, cause = /^/, timeout = '2m' } = expected;
  await using api = await startModelApi(lab, scenario);
  await using home = await agentHome(programs, api.url);
  await writeConfig(
    home,
    `[harness.job]\nharness = "${agent}"\nprompt = "- do the task"\nauto_accept = true\nworkdir = "${home.workDir}"\ntimeout = "${timeout}"\n${AGENTS[agent].keys}`,
  );
  await using _daemon = await startDaemon(home);
  const waited = await harness(home, ['trigger', 'job', '--wait', '--json'], {
    timeoutMs: 180_000,
  });
  const { run }: { run: { cause?: string } } = JSON.parse(waited.out);
  if (waited.code !== code || !cause.test(run.cause ?? '')) {
    const { out } = await harness(home, ['logs', 'job']);
    throw new Error(`exit ${waited.code}, cause ${run.cause}\n${out.slice(-2000)}`);
  }
}

function residentCheck(): Check {
  return {
    name: 'claude-code: a resident on a terminal is started, shown, restarted and stopped',
    run: resident,
  };
}

async function resident(): Promise<void> {
  await using api = await startModelApi(lab, 'text');
  await using home = await agentHome(programs, api.url);
  await writeConfig(
    home,
    `[harness.rc]\nharness = "claude-code"\nworkdir = "${home.workDir}"\nenabled = true\n`,
  );
  await using _daemon = await startDaemon(home);
  await waitFor(
    'its screen',
    async () => /claude/i.test((await harness(home, ['logs', 'rc', '--screen'])).out),
    PATIENT,
  );
  const [before] = await listed(home);
  await harness(home, ['restart', 'rc']);
  const [after] = await listed(home);
  if (after?.state !== 'running' || after.pid === before?.pid) {
    throw new Error(`after restart: ${JSON.stringify([before, after])}`);
  }
  await harness(home, ['stop', 'rc']);
  const left = homeProcesses(home.dir, /claude/);
  if (left.length > 0) {
    throw new Error(`left after stop: ${JSON.stringify(left)}`);
  }
}
