import { appendFileSync } from 'node:fs';
import { codexPath, type Lab, write } from '../lab.ts';
import type { Deed, Scribe } from './scribe.ts';

export function codexScribe(here: Lab, session: string, cwd: string = here.workdir): Scribe {
  const path = codexPath(here, `rollout-2026-11-20T09-00-00-${session}`);
  const meta = { id: session, session_id: session, cwd, cli_version: '0.171.0', source: 'exec' };
  write(path, line('session_meta', meta, Date.now()));
  return {
    session,
    path,
    write(deeds, atMs = Date.now()) {
      for (const deed of deeds) {
        appendFileSync(path, linesOf(deed, atMs).join(''));
      }
    },
  };
}

function linesOf(deed: Deed, atMs: number): readonly string[] {
  const event = (payload: object) => line('event_msg', payload, atMs);
  const item = (payload: object) => line('response_item', payload, atMs);
  const end = line('token_usage_record', { response_id: 'r' }, atMs);
  switch (deed.kind) {
    case 'message':
      return [event({ type: 'task_started' }), event(said(deed.text))];
    case 'injected':
      return [event(said('<environment_context>\n</environment_context>'))];
    case 'call': {
      const call = { name: deed.tool, call_id: deed.id, arguments: JSON.stringify(deed.args) };
      return [item({ type: 'function_call', ...call }), end];
    }
    case 'result':
      return [item({ type: 'function_call_output', call_id: deed.id, output: deed.output })];
    case 'answer':
      return [
        item({ type: 'message', role: 'assistant', content: [{ text: deed.text }] }),
        end,
        event({ type: 'task_complete' }),
      ];
    default:
      return [
        event({
          type: 'task_complete',
          error: {
            message: deed.text,
            codex_error_info: { failed: { http_status_code: deed.status } },
          },
        }),
      ];
  }
}

function said(text: string): object {
  return {
    type: 'item_completed',
    item: { type: 'UserMessage', content: [{ type: 'text', text }] },
  };
}

function line(type: string, payload: object, atMs: number): string {
  return `${JSON.stringify({ timestamp: new Date(atMs).toISOString(), type, payload })}\n`;
}
