/**
 * Tools that are made to wait for a running job or to read it, in lower case.
 *
 * Source: the tools of Claude Code 2.1 (`AgentOutputTool`, `BashOutput`, `Monitor`, `ScheduleWakeup`, `TaskOutput`),
 * Codex 0.171 (`wait`, `wait_agent`) and Crush (`job_output`), and the names that tool servers use for the same,
 * November 2026.
 */
const WAITING_TOOLS: readonly string[] = [
  'agentoutputtool',
  'bashoutput',
  'job_output',
  'job_status',
  'monitor',
  'process_log',
  'process_output',
  'process_poll',
  'read_output',
  'read_process_output',
  'schedulewakeup',
  'sleep',
  'task_output',
  'taskoutput',
  'wait',
  'wait_agent',
  'wait_for_job',
];

// One word alone may end the name of a tool that does something else: `create_monitor`.
const PHRASES = WAITING_TOOLS.filter((tool) => tool.includes('_'));

const WAITING = new RegExp(
  `(?:^_?|__)(?:${WAITING_TOOLS.join('|')})$|_(?:${PHRASES.join('|')})$`,
  'i',
);

/**
 * Whether a tool, by its name, only waits for a running job or reads it. What an agent puts before the name of a tool
 * server's tool (`mcp__jobs__`, `mcp_jobs_`, `jobs_`) does not matter.
 */
export function isWaitingTool(tool: string): boolean {
  return WAITING.test(tool);
}
