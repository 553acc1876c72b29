import type { Exit, RunInput } from '@harness/supervision';
import { admitCutText } from '../border/cut-text.ts';
import type { Border } from '../border.ts';
import type { DurableLog } from '../output/durable-log.ts';
import { openRunOutput, type RunOutput } from '../output/run-output.ts';
import type { HarnessProcess } from '../process/harness-process.ts';
import { type SpawnContext, type SpawnRequest, spawnProcess } from '../process/spawn-process.ts';
import type { StartFailure } from '../process/start-failure.ts';
import { splitTerminal } from '../terminal/split-terminal.ts';

/** One run of a harness, from the order to start it until nothing of it is left. */
export interface LiveRun {
  readonly number: number;
  /** The process, once it is there. */
  process(): HarnessProcess | undefined;
  /** The rows that its terminal shows; undefined without a terminal and before it is up. */
  screen(): readonly string[] | undefined;
  terminate(): void;
  kill(): void;
  /** Ends what the exited run left behind and reports `cleared`. */
  sweep(graceMs: number): void;
}

/**
 * @property request - What to run, or why that cannot be said; asked for at the start, since files may have changed by
 * then.
 */
export interface LiveRunOptions {
  readonly number: number;
  /** Begins the daemon's own lines; default nothing. */
  readonly label?: string;
  readonly request: () => Promise<SpawnRequest | StartFailure>;
  readonly context: SpawnContext;
  readonly log: Pick<DurableLog, 'full' | 'note' | 'room' | 'write'>;
  readonly border: Pick<Border, 'admit' | 'forRun'>;
  /** Hears what becomes of the run, in the words of the lifecycle machine. */
  readonly report: (input: RunInput) => void;
}

/** Starts a run. Nothing is thrown: whatever goes wrong is reported as a start that failed. */
export function startRun(options: LiveRunOptions): LiveRun {
  const { number, label = '', log, report } = options;
  let child: HarnessProcess | undefined;
  let screen: (() => readonly string[]) | undefined;

  async function start(): Promise<void> {
    const request = await options.request();
    if ('kind' in request) {
      notStarted(request.reason);
      return;
    }
    const output = openOutput(request);
    const result = await spawnProcess(request, options.context, (chunk) => output.push(chunk));
    if (result.kind === 'not_started') {
      notStarted(result.reason);
      return;
    }
    child = result.process;
    output.attach(child);
    log.note(`${label}started, pid ${child.pid}`);
    report({ kind: 'spawned', run: number });
    await untilOver(child, output);
  }

  function openOutput({ tty, env }: SpawnRequest): RunOutput {
    const border = options.border.forRun(env);
    if (tty === false) {
      return openRunOutput({ log, border });
    }
    const reply = (text: string): void => child?.write(text);
    return openRunOutput({
      log,
      border,
      split: (onBlock) => {
        const splitter = splitTerminal({ size: tty, reply, onBlock });
        screen = () => admitCutText(splitter.screen().join('\n'), options.border.admit).split('\n');
        return splitter;
      },
    });
  }

  async function untilOver(running: HarnessProcess, output: RunOutput): Promise<void> {
    const { exit, endedMs } = await running.exit;
    await running.drained;
    await output.end();
    screen = undefined;
    const lastLine = output.lastLine();
    report({
      kind: 'exited',
      run: number,
      exit,
      startedMs: running.startedMs,
      endedMs,
      ...(lastLine === undefined ? {} : { lastLine }),
    });
    // Writing takes time: an alert that the exit raised goes first.
    setImmediate(() => log.note(`${label}${endText(exit)}`));
  }

  function notStarted(reason: string): void {
    const admitted = options.border.admit(reason);
    log.note(`${label}could not start: ${admitted}`);
    report({ kind: 'spawn_failed', run: number, reason: admitted });
  }

  start().catch((error: unknown) => notStarted(String(error)));
  return {
    number,
    process: () => child,
    screen: () => screen?.(),
    terminate: () => child?.terminate(),
    kill: () => child?.kill(),
    sweep(graceMs) {
      const cleared = (): void => report({ kind: 'cleared', run: number });
      (child?.end(graceMs) ?? Promise.resolve([])).then(cleared, cleared);
    },
  };
}

/** How a run ended, for a person: `exited with 1`, `killed by SIGSEGV`. */
function endText(exit: Exit): string {
  switch (exit.kind) {
    case 'exited':
      return `exited with ${exit.code}`;
    case 'signalled':
      return `killed by ${exit.signal}`;
    case 'not_started':
      return `could not start: ${exit.reason}`;
  }
}
