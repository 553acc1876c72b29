import { expect, it } from 'vitest';
import { isWaitingTool } from '../src/index.ts';

const WAITING = [
  'TaskOutput',
  'BashOutput',
  'AgentOutputTool',
  'Monitor',
  'job_output',
  'read_output',
  'process_log',
  'wait_agent',
  'mcp__jobs__read_output',
  'mcp__jobs__wait',
  'mcp_jobs_process_log',
  'jobs_read_output',
];

const WORKING = [
  'Bash',
  'Read',
  'exec_command',
  'write_stdin',
  'mcp__datadog__create_monitor',
  'mcp_datadog_create_monitor',
  'awaited',
  'mcp__tracker__add_comment',
  'output',
  '__',
  '',
];

it.each(WAITING)('%s waits for a running job or reads it', (tool) => {
  expect(isWaitingTool(tool)).toBe(true);
});

it.each(WORKING)('%s does not', (tool) => {
  expect(isWaitingTool(tool)).toBe(false);
});
