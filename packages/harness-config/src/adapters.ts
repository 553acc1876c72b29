/** The agents whose executable and transcript are known. */
export const AGENT_KINDS = ['claude-code', 'crush', 'codex', 'opencode'] as const;

/** One of {@link AGENT_KINDS}. */
export type AgentKind = (typeof AGENT_KINDS)[number];

/** Everything that `harness = "…"` may be: an agent, `generic` (sh with args) or `command` (a whole argv). */
export const ADAPTERS: readonly [...typeof AGENT_KINDS, 'generic', 'command'] = [
  ...AGENT_KINDS,
  'generic',
  'command',
];

/** One of {@link ADAPTERS}. */
export type Adapter = (typeof ADAPTERS)[number];

const EXECUTABLES: Readonly<Record<Exclude<Adapter, 'command'>, string>> = {
  'claude-code': 'claude',
  crush: 'crush',
  codex: 'codex',
  opencode: 'opencode',
  generic: 'sh',
};

/** Whether the adapter is an agent with a transcript of its own. */
export function isAgent(adapter: Adapter): adapter is AgentKind {
  return (AGENT_KINDS as readonly Adapter[]).includes(adapter);
}

/** The program of an adapter, looked up in PATH as it starts. `command` has none: its argv names it. */
export function executableOf(adapter: Exclude<Adapter, 'command'>): string {
  return EXECUTABLES[adapter];
}
