/**
 * Whether a text in a person's place was put there by the agent's own program.
 *
 * Source: texts that Claude Code 2.1.263, Codex 0.171 and Crush migration 20260127 write, 2026-11.
 */
export function isInjected(text: string): boolean {
  return INJECTED.test(text);
}

const INJECTED =
  /^\s*(?:<(?:task-notification|system-reminder|command-(?:name|message|args)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|environment_context|user_instructions|permissions instructions|turn_aborted|subagent_notification|user-prompt-submit-hook|new-diagnostics|ide_[a-z_]+)\b|Caveat: The messages below|\[Request interrupted by user|This session is being continued from a previous|The previous session was interrupted because it got too long|# AGENTS\.md instructions for)/;
