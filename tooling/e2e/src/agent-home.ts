import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type ThrowawayHome, throwawayHome } from '@harness/testkit';

/** The agents whose programs can be installed without their makers' network. */
export const AGENTS = {
  'claude-code': { program: 'claude', keys: '' },
  codex: { program: 'codex', keys: `model = "mock"\nargs = ${JSON.stringify(codexArgs())}\n` },
  opencode: { program: 'opencode', keys: 'model = "mock/mock"\n' },
} as const;

/** One of {@link AGENTS}. */
export type AgentName = keyof typeof AGENTS;

/** A home in which the agents find their programs and talk to this model API alone. */
export async function agentHome(programs: string, apiUrl: string): Promise<ThrowawayHome> {
  const home = await throwawayHome();
  const user = join(home.dir, 'home');
  const openCode = join(home.dir, 'config/opencode');
  await Promise.all([
    mkdir(openCode, { recursive: true }),
    mkdir(join(user, '.codex'), { recursive: true }),
  ]);
  await writeFile(join(openCode, 'opencode.json'), JSON.stringify(openCodeConfig(apiUrl)));
  await writeFile(join(user, '.codex/config.toml'), codexConfig(apiUrl));
  return {
    ...home,
    env: {
      ...home.env,
      PATH: `${programs}${delimiter}${home.env['PATH']}`,
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: 'sk-mock',
      MOCK_KEY: 'sk-mock',
      IS_SANDBOX: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  };
}

function codexArgs(): string[] {
  return ['-c', 'model_provider=mock'];
}

function codexConfig(apiUrl: string): string {
  return `[model_providers.mock]\nname = "mock"\nbase_url = "${apiUrl}/v1"\nenv_key = "MOCK_KEY"\nwire_api = "responses"\nstream_max_retries = 0\nrequest_max_retries = 0\n`;
}

function openCodeConfig(apiUrl: string): object {
  const options = { baseURL: `${apiUrl}/v1`, apiKey: 'sk-mock' };
  const mock = { npm: '@ai-sdk/openai-compatible', name: 'mock', options, models: { mock: {} } };
  return { provider: { mock }, autoupdate: false, share: 'disabled' };
}
