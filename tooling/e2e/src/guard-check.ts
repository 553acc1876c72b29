import {
  got,
  type Hit,
  harness,
  hits,
  notifyTable,
  type RunningDaemon,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { AGENTS, agentHome } from './agent-home.ts';
import type { AgentLab } from './agent-lab.ts';
import type { Check } from './checks.ts';
import { type GuardedAgent, type GuardScenario, ONE_PROMPT } from './guard-scenarios.ts';
import { type ModelApi, startModelApi } from './model-api.ts';

const NAME = 'agent';
const PATIENT = { timeoutMs: 120_000, everyMs: 200 };
// A crash loop is given up within seconds, whatever it does between.
const POLICY = { backoffMs: [100] };
/** A worker that fails raises it on its way to `failed`. */
const ON_THE_WAY: Readonly<Record<string, string>> = { failed: 'flapping' };
const EVERY_EVENT =
  'events = ["failed", "flapping", "loop_stopped", "session_rotated", "intent_lost", "parked", "stalled", "health", "recovered", "run_failed"]\n';

/** An agent in a scenario of the model API must lead to one alert, or to none. */
export function guardCheck(lab: AgentLab, agent: GuardedAgent, expected: GuardScenario): Check {
  const { scenario, keeping, event = 'no alert', outcome } = expected;
  const end = outcome === undefined ? '' : `, its run ends ${outcome}`;
  return {
    name: `${agent} ${keeping} in ${scenario}: ${event}${end}`,
    run: () => check(lab, agent, expected),
  };
}

async function check(lab: AgentLab, agent: GuardedAgent, expected: GuardScenario): Promise<void> {
  const { scenario, settings, retries = 1 } = expected;
  await using api = await startModelApi(lab.lab, scenario, settings);
  await using home = await agentHome(lab.programs, api.url, retries);
  await writeConfig(home, notifyTable(home, EVERY_EVENT) + configOf(agent, expected, home));
  await using daemon = await startDaemon(home, { policy: POLICY });
  try {
    await reach(home, api, expected);
    await settle(home, daemon, expected);
  } catch (error) {
    throw new Error(`${String(error)}\n${await whatWasSeen(home, api, daemon)}`);
  }
}

function configOf(
  agent: GuardedAgent,
  { keeping, keys = '' }: GuardScenario,
  home: ThrowawayHome,
): string {
  const shared = `[harness.${NAME}]\nworkdir = ${JSON.stringify(home.workDir)}\n${keys}`;
  const asAgent = `${shared}harness = "${agent}"\nauto_accept = true\n${AGENTS[agent].keys}`;
  const script = (words: string): string =>
    `${shared}harness = "generic"\ntranscript = "${agent}"\nenabled = true\nargs = ["-c", ${JSON.stringify(words)}]\n`;
  switch (keeping) {
    case 'one_shot':
      return `${asAgent}prompt = "Do the task."\n`;
    case 'resident':
      return `${asAgent}enabled = true\nargs = ["Do the task."]\n`;
    case 'headless':
      return script(`exec ${ONE_PROMPT[agent]}`);
    case 'worker':
      return script(`while :; do ${ONE_PROMPT[agent]}; done`);
  }
}

/** Waits for what the scenario leads to. */
async function reach(home: ThrowawayHome, api: ModelApi, expected: GuardScenario): Promise<void> {
  const { keeping, event, facts = {} } = expected;
  if (keeping === 'one_shot') {
    await triggered(home, expected);
  }
  if (event === undefined) {
    await (keeping === 'one_shot' ? undefined : workedThrough(home, api));
    return;
  }
  const hit = await got(home, event, NAME, PATIENT);
  const payload: Readonly<Record<string, unknown>> = JSON.parse(hit.stdin);
  for (const [key, value] of Object.entries(facts)) {
    if (payload[key] !== value) {
      throw new Error(`${key} is ${payload[key]} and should be ${value}: ${hit.stdin}`);
    }
  }
}

async function triggered(home: ThrowawayHome, { outcome }: GuardScenario): Promise<void> {
  const { out, err } = await harness(home, ['trigger', NAME, '--wait', '--json'], {
    timeoutMs: 180_000,
  });
  const { run }: { run: { outcome?: string } } = JSON.parse(out);
  if (outcome !== undefined && run.outcome !== outcome) {
    throw new Error(`its run ended ${run.outcome} and should have ended ${outcome}: ${out} ${err}`);
  }
}

/** Waits until the agent has answered or given up, and until its transcript has been read as far as that. */
async function workedThrough(home: ThrowawayHome, api: ModelApi): Promise<void> {
  const last = await waitFor(
    'the model has answered or refused',
    () => api.answers.find(({ answer }) => answer === 'text') ?? gaveUp(api),
    PATIENT,
  );
  if (last.answer === 'text') {
    await waitFor(
      'the answer is seen in the transcript',
      async () => (await lastSuccessMs(home)) >= last.atMs,
      PATIENT,
    );
  }
}

function gaveUp({ answers }: ModelApi): ModelApi['answers'][number] | undefined {
  const last = answers.at(-1);
  const isOver = last?.answer === 'error' && Date.now() - last.atMs > QUIET_MS;
  return isOver ? last : undefined;
}

// An agent that will call again does so within seconds.
const QUIET_MS = 10_000;

async function lastSuccessMs(home: ThrowawayHome): Promise<number> {
  const { out } = await harness(home, ['describe', NAME, '--json']);
  const { harness: seen }: Described = JSON.parse(out);
  return Date.parse(seen.guards?.lastSuccessAt ?? '');
}

interface Described {
  readonly harness: { readonly guards?: { readonly lastSuccessAt?: string } };
}

/** Ends all, so that whatever was to be told has been, and looks for alerts that should not have come. */
async function settle(
  home: ThrowawayHome,
  daemon: RunningDaemon,
  { event = '' }: GuardScenario,
): Promise<void> {
  await harness(home, ['stop', NAME]);
  await daemon.down();
  const others = (await hits(home)).filter(
    (hit) => hit.event !== event && hit.event !== ON_THE_WAY[event],
  );
  if (others.length > 0) {
    throw new Error(`alerts that should not have come: ${others.map(({ stdin }) => stdin)}`);
  }
  const times = (await hits(home, event)).length;
  if (times !== (event === '' ? 0 : 1)) {
    throw new Error(`told ${times} times of ${event}`);
  }
}

async function whatWasSeen(
  home: ThrowawayHome,
  { answers }: ModelApi,
  daemon: RunningDaemon,
): Promise<string> {
  const logs = await harness(home, ['logs', NAME]);
  const screen = await harness(home, ['logs', NAME, '--screen']);
  const described = await harness(home, ['describe', NAME, '--json']);
  return [
    `calls of the model: ${answers.map(({ answer }) => answer).join(' ') || 'none'}`,
    `alerts: ${(await hits(home)).map(({ stdin }: Hit) => stdin).join('') || 'none'}`,
    `its log: ${logs.out.slice(-1500)}`,
    `its screen: ${screen.out.slice(-3000)}`,
    `described: ${described.out}`,
    `the daemon's log: ${(await daemon.log()).slice(-1500)}`,
  ].join('\n');
}
