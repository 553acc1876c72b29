import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A model API on loopback that answers as one scenario says. */
export interface ModelApi extends AsyncDisposable {
  readonly url: string;
}

/** Starts the API of the agent lab in a folder. */
export async function startModelApi(lab: string, scenario: string): Promise<ModelApi> {
  const program = join(lab, 'mock-model-api.mjs');
  const child = spawn(process.execPath, [program, '--port', '0', '--scenario', scenario], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { port }: { port: number } = JSON.parse(String(line));
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
