import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { env as ownEnvironment } from 'node:process';
import { createInterface } from 'node:readline';

/** A model API on loopback that answers as one scenario says. */
export interface ModelApi extends AsyncDisposable {
  readonly url: string;
  /** The calls so far, oldest first. */
  readonly answers: readonly Answered[];
}

/** One call of a model. */
export interface Answered {
  readonly answer: 'text' | 'tool' | 'error' | 'hang';
  /** When it was answered, in Unix milliseconds. */
  readonly atMs: number;
}

/** Starts the API of the agent lab in a folder; `settings` are the scenario's own variables. */
export async function startModelApi(
  lab: string,
  scenario: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ModelApi> {
  const program = join(lab, 'mock-model-api.mjs');
  const child = spawn(process.execPath, [program, '--port', '0', '--scenario', scenario], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...ownEnvironment, ...settings },
  });
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line');
  const { port }: { port: number } = JSON.parse(String(line));
  const answers: Answered[] = [];
  lines.on('line', (text) => {
    const { answer }: Answered = JSON.parse(text);
    answers.push({ answer, atMs: Date.now() });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
