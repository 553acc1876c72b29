import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env as ownEnvironment } from 'node:process';
import { AGENTS, type AgentName } from './agent-home.ts';
import { say } from './checks.ts';

/** Where the model API and the agents' programs are. */
export interface AgentLab {
  readonly lab: string;
  readonly programs: string;
}

/** The lab that the environment names; says what is missing and ends this program where there is none for these agents. */
export function requireAgentLab(agents: readonly AgentName[]): AgentLab {
  const { AGENT_LAB: lab = '', AGENT_LAB_CACHE: cache = '' } = ownEnvironment;
  const programs = join(cache, 'node_modules/.bin');
  const missing = agents
    .map((agent) => AGENTS[agent].program)
    .filter((program) => !existsSync(join(programs, program)));
  if (lab === '' || missing.length > 0) {
    say(
      `not run: AGENT_LAB must name the agent lab's folder, and AGENT_LAB_CACHE the one with the agents' programs (missing: ${missing.join(', ') || 'none'})`,
    );
    process.exit(1);
  }
  return { lab, programs };
}
