import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type ThrowawayHome, throwawayHome } from '@harness/testkit';

/** The agents whose programs can be installed without their makers' network. */
export const AGENTS = {
  'claude-code': { program: 'claude', keys: '' },
  codex: { program: 'codex', keys: 'model = "mock"\n' },
  opencode: { program: 'opencode', keys: 'model = "mock/mock"\n' },
} as const;

/** One of {@link AGENTS}. */
export type AgentName = keyof typeof AGENTS;

/**
 * A home in which the agents find their programs and talk to this model API alone, and in which a person has answered
 * what they ask at their first start.
 *
 * @param retries - How often an agent calls the model again after a failure.
 */
export async function agentHome(
  programs: string,
  apiUrl: string,
  retries = 0,
): Promise<ThrowawayHome> {
  const home = await throwawayHome();
  const user = join(home.dir, 'home');
  const files = {
    [join(home.dir, 'config/opencode/opencode.json')]: JSON.stringify(openCodeConfig(apiUrl)),
    [join(user, '.codex/config.toml')]: codexConfig(apiUrl, home.workDir, retries),
    [join(user, '.claude.json')]: JSON.stringify(claudeState(home.workDir)),
    [join(user, '.claude/settings.json')]: '{"skipDangerousModePermissionPrompt":true}',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  }
  return {
    ...home,
    env: {
      ...home.env,
      PATH: `${programs}${delimiter}${home.env['PATH']}`,
      ANTHROPIC_BASE_URL: apiUrl,
      ANTHROPIC_API_KEY: KEY,
      MOCK_KEY: KEY,
      IS_SANDBOX: '1',
      CLAUDE_CODE_MAX_RETRIES: String(retries),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  };
}

const KEY = 'sk-mock';

/** Source: `~/.claude.json` as Claude Code 2.1.197 leaves it behind its first start, 2026-11. */
function claudeState(workDir: string): object {
  return {
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [KEY], rejected: [] },
    projects: { [workDir]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
}

function codexConfig(apiUrl: string, workDir: string, retries: number): string {
  return `model_provider = "mock"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${apiUrl}/v1"
env_key = "MOCK_KEY"
wire_api = "responses"
stream_max_retries = ${retries}
request_max_retries = ${retries}

[projects.${JSON.stringify(workDir)}]
trust_level = "trusted"
`;
}

function openCodeConfig(apiUrl: string): object {
  const options = { baseURL: `${apiUrl}/v1`, apiKey: KEY };
  const mock = { npm: '@ai-sdk/openai-compatible', name: 'mock', options, models: { mock: {} } };
  return { provider: { mock }, autoupdate: false, share: 'disabled' };
}
