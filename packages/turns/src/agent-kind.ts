/** The agents whose transcripts and errors are understood. */
export const AGENT_KINDS = ['claude-code', 'codex', 'crush', 'opencode'] as const;

/** One of {@link AGENT_KINDS}. */
export type AgentKind = (typeof AGENT_KINDS)[number];
