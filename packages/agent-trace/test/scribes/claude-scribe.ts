import { appendFileSync } from 'node:fs';
import { claudePath, type Lab, write } from '../lab.ts';
import type { Deed, Scribe } from './scribe.ts';

export function claudeScribe(here: Lab, session: string, cwd: string = here.workdir): Scribe {
  const path = claudePath(here, session);
  write(path, `${JSON.stringify({ type: 'permission-mode', sessionId: session })}\n`);
  let count = 0;
  return {
    session,
    path,
    write(deeds, atMs = Date.now()) {
      for (const deed of deeds) {
        count += 1;
        const stamp = new Date(atMs).toISOString();
        const common = { cwd, sessionId: session, version: '2.1.332', timestamp: stamp };
        const record = { ...common, uuid: `u${count}`, ...recordOf(deed, `${session}-${count}`) };
        appendFileSync(path, `${JSON.stringify(record)}\n`);
      }
    },
  };
}

function recordOf(deed: Deed, id: string): object {
  switch (deed.kind) {
    case 'message':
      return user(deed.text);
    case 'injected':
      return user('<task-notification>done</task-notification>');
    case 'call':
      return assistant(id, { type: 'tool_use', id: deed.id, name: deed.tool, input: deed.args });
    case 'result':
      return user([{ type: 'tool_result', tool_use_id: deed.id, content: deed.output }]);
    case 'answer':
      return assistant(id, { type: 'text', text: deed.text }, 'end_turn');
    default:
      return {
        ...assistant(id, { type: 'text', text: deed.text }),
        isApiErrorMessage: true,
        apiErrorStatus: deed.status,
      };
  }
}

function user(content: unknown): object {
  return { type: 'user', message: { role: 'user', content } };
}

function assistant(id: string, part: object, stop = 'tool_use'): object {
  const message = { id, role: 'assistant', model: 'claude-opus-5-5', content: [part] };
  return { type: 'assistant', message: { ...message, stop_reason: stop } };
}
