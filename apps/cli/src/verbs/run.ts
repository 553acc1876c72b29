import { once } from 'node:events';
import { DaemonDown, daemonClient, type RunView, type ThrowawayRequest } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { inBackground } from '../in-background.ts';
import { safeJson, safeText } from '../render/safe-text.ts';
import { runExitCode } from '../run-exit-code.ts';
import { ageOf } from '../since.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';

/**
 * `harness run -- COMMAND …`: prints what the command prints and ends with its exit code. An interruption ends the
 * command first; a second one leaves that to the daemon.
 */
export async function run(call: Call): Promise<number> {
  const client = daemonClient(addressOf(call));
  const interrupted = call.console.untilInterrupted();
  let ended: RunView | undefined;
  for await (const message of orCut(call, await client.runThrowaway(requestOf(call)))) {
    switch (message.kind) {
      case 'started': {
        const end = (): void => inBackground(client.command(message.name, 'stop'));
        interrupted.addEventListener('abort', end, { once: true });
        if (interrupted.aborted) {
          end();
        }
        break;
      }
      case 'output':
        await print(call, message.text);
        break;
      case 'ended':
        ended = message.run;
    }
  }
  return conclude(call, ended);
}

/** A daemon that dies in the middle is said to be down, like one that never answered. */
async function* orCut<T>(call: Call, messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch {
    throw cut(call);
  }
}

function cut(call: Call): DaemonDown {
  return new DaemonDown('cut', addressOf(call).socket ?? 'its socket', false);
}

function conclude(call: Call, ended: RunView | undefined): number {
  if (ended === undefined) {
    throw cut(call);
  }
  if (flagOption(call, 'json')) {
    call.console.out(safeJson({ run: ended }));
  }
  if (ended.exit?.reason !== undefined) {
    call.console.err(`harness: could not start: ${safeText(ended.exit.reason)}`);
  }
  return runExitCode(ended);
}

/** With `--json` the object stands alone on standard output. */
async function print(call: Call, text: string): Promise<void> {
  const { console } = call;
  const shown = console.isTerminal ? safeText(text) : text;
  if (flagOption(call, 'json')) {
    console.err(shown.replace(/\n$/, ''));
  } else if (!console.stdout.write(shown)) {
    await Promise.race([once(console.stdout, 'drain'), once(console.stdout, 'close')]);
  }
}

function requestOf(call: Call): ThrowawayRequest {
  const { env, folder } = call.console;
  const timeout = textOption(call, 'timeout');
  const timeoutMs = timeout === undefined ? 0 : ageOf(timeout);
  if (timeoutMs === undefined) {
    throw new UsageError(`--timeout takes a time such as 90s, 15m or 2h, not \`${timeout}\``);
  }
  return {
    argv: call.args,
    cwd: folder,
    env: Object.fromEntries(
      Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
    tty: flagOption(call, 'tty'),
    timeoutMs,
  };
}
