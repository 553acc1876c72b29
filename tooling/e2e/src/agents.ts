import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env as ownEnvironment } from 'node:process';
import {
  harness,
  homeProcesses,
  listed,
  startDaemon,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { AGENTS, type AgentName, agentHome } from './agent-home.ts';
import { startModelApi } from './model-api.ts';

const PATIENT = { timeoutMs: 60_000 };

/** One thing that a real agent must do under Harness. */
interface Check {
  readonly name: string;
  readonly run: () => Promise<void>;
}

const { AGENT_LAB: lab = '', AGENT_LAB_CACHE: cache = '' } = ownEnvironment;
const programs = join(cache, 'node_modules/.bin');
const missing = Object.values(AGENTS).filter(({ program }) => !existsSync(join(programs, program)));

if (lab === '' || missing.length > 0) {
  const names = missing.map(({ program }) => program).join(', ');
  say(
    `not run: AGENT_LAB must name the agent lab's folder, and AGENT_LAB_CACHE the one with the agents' programs (missing: ${names || 'none'})`,
  );
  process.exit(1);
}
process.exitCode = await runAll([...Object.keys(AGENTS).flatMap(oneShotChecks), residentCheck()]);

function oneShotChecks(kind: string): Check[] {
  const agent = kind as AgentName;
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

async function runAll(checks: readonly Check[]): Promise<number> {
  let failed = 0;
  for (const { name, run } of checks) {
    try {
      await run();
      say(`ok   ${name}`);
    } catch (error) {
      failed += 1;
      say(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(`${checks.length - failed} of ${checks.length} hold`);
  return failed === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
