import type { ThrowawayHome } from '@harness/testkit';
import type { Lab } from '../../../../packages/agent-trace/test/lab.ts';
import { claudeScribe } from '../../../../packages/agent-trace/test/scribes/claude-scribe.ts';
import { crushScribe } from '../../../../packages/agent-trace/test/scribes/crush-scribe.ts';
import type { Deed, Scribe } from '../../../../packages/agent-trace/test/scribes/scribe.ts';
import { agentFolder } from './guarded-home.ts';

/** Writes what an agent would, while a harness that stands in for it sleeps. */
export interface Pen {
  says(text: string): void;
  calls(tool: string, args: object, output: string): void;
  answers(text: string): void;
  /** A model call that the provider turned down. */
  refused(text: string, status: number): void;
}

/** Begins a session of Claude Code in the folder of a harness. */
export function claudePen(home: ThrowawayHome, name: string, session: string): Pen {
  return penOf(claudeScribe(labOf(home, name), session));
}

/** Begins a session of Crush in the store of a harness, which is made if there is none. */
export function crushPen(home: ThrowawayHome, name: string, session: string): Pen {
  return penOf(crushScribe(labOf(home, name), session));
}

/** As Crush ends when its session is too long for its model. */
export function wedge(pen: Pen): void {
  pen.says('go on');
  for (const tokens of [417_033, 417_933, 418_101]) {
    pen.refused(`prompt is too long: ${tokens} tokens > 200000 maximum`, 400);
  }
}

function labOf(home: ThrowawayHome, name: string): Lab {
  return {
    dir: home.dir,
    workdir: agentFolder(home, name),
    env: { HOME: home.env['HOME'] ?? '' },
    open: () => {
      throw new Error('the daemon reads it');
    },
  };
}

function penOf(scribe: Scribe): Pen {
  let count = 0;
  const write = (...deeds: readonly Deed[]): void => scribe.write(deeds);
  return {
    says: (text) => write({ kind: 'message', text }),
    calls(tool, args, output) {
      count += 1;
      const id = `${scribe.session}-call-${count}`;
      write({ kind: 'call', id, tool, args }, { kind: 'result', id, output });
    },
    answers: (text) => write({ kind: 'answer', text }),
    refused: (text, status) => write({ kind: 'refusal', text, status }),
  };
}
