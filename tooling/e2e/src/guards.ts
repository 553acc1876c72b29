import { parseArgs } from 'node:util';
import { requireAgentLab } from './agent-lab.ts';
import { runAll, say } from './checks.ts';
import { guardCheck } from './guard-check.ts';
import { GUARD_SCENARIOS, type GuardedAgent } from './guard-scenarios.ts';

const AGENTS: readonly GuardedAgent[] = ['claude-code', 'codex'];

// Words choose: an agent, a scenario, a way of keeping it, or any of them together.
const { positionals } = parseArgs({ allowPositionals: true });
const lab = requireAgentLab(AGENTS);
const checks = AGENTS.flatMap((agent) =>
  GUARD_SCENARIOS.filter(({ only = agent }) => only === agent).map((scenario) =>
    guardCheck(lab, agent, scenario),
  ),
).filter(({ name }) => positionals.every((word) => name.split(/[ :,]+/).includes(word)));
if (checks.length === 0) {
  say(`no check is named ${positionals.join(' ')}`);
  process.exit(2);
}
process.exitCode = await runAll(checks);
