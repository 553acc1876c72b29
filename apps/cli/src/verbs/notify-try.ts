import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openOutputPipes, runHook } from '@harness/hook-runner';
import { describeOutcome, hookEnvironment, payloadJson, resultOf } from '@harness/notify-core';
import { redact } from '@harness/redact';
import { DONE, FAILED } from '../exit-code.ts';
import { readConfiguration, refusalOf } from '../read-configuration.ts';
import type { Failure } from '../render/failure.ts';
import { safeText } from '../render/safe-text.ts';
import { eventNamed, samplePayload } from '../sample-delivery.ts';
import { tellFailure } from '../tell-failure.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, textOption } from '../verb.ts';

/**
 * `harness notify try EVENT`: runs the configured hook, or `--command`, from this shell with a sample. It
 * proves the script alone: the daemon, its environment and its user take no part, and nothing is recorded.
 */
export async function notifyTry(call: Call): Promise<number> {
  const [word = '', ...hookArguments] = call.args;
  const event = eventNamed(word);
  const hook = await hookOf(call, hookArguments);
  if ('failure' in hook) {
    return tellFailure(hook.failure, call);
  }
  const payload = samplePayload(event, Date.now());
  const pipesFolder = mkdtempSync(join(tmpdir(), 'harness-try-'));
  const pipes = openOutputPipes(pipesFolder);
  await pipes.prime();
  const running = runHook({
    ...hook,
    env: hookEnvironment(call.console.env, payload),
    stdin: payloadJson(payload),
    outputPipe: pipes.takeNow,
  });
  // The hook has a process group of its own: a Ctrl-C of this terminal does not reach it.
  call.console.untilInterrupted().addEventListener('abort', () => running.cancel(0));
  const end = await running.outcome;
  // What the hook left in the background keeps its pipe.
  rmSync(pipesFolder, { recursive: true, force: true });
  const { tail } = end;
  const masked = tail === undefined ? {} : { tail: redact(tail) };
  const outcome = { ...end, ...masked, result: resultOf(end.detail) };
  tell(call, hook.argv[0] ?? '', outcome);
  return outcome.result === 'ok' ? DONE : FAILED;
}

interface Hook {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

async function hookOf(
  call: Call,
  hookArguments: readonly string[],
): Promise<Hook | { readonly failure: Failure }> {
  const command = textOption(call, 'command');
  if (command !== undefined) {
    const argv = [resolve(call.console.folder, command), ...hookArguments];
    return { argv, timeoutMs: DEFAULT_TIMEOUT_MS };
  }
  if (hookArguments.length > 0) {
    throw new UsageError(
      'arguments for the hook go with --command; the configured hook has its own',
    );
  }
  const reading = await readConfiguration(call);
  if (reading.kind !== 'config') {
    return { failure: refusalOf(reading) };
  }
  const { notify } = reading.loaded.config;
  if (notify === undefined) {
    const message = `no notify hook is configured in ${reading.file}`;
    const hint = 'add a [notify] table, or name a program with --command';
    return { failure: { code: 'notify_off', message, hint } };
  }
  return { argv: notify.command, timeoutMs: notify.timeoutMs };
}

type Tried = Parameters<typeof describeOutcome>[0] & {
  readonly result: string;
  readonly durationMs: number;
  readonly tail?: string;
};

function tell({ console, options }: Call, program: string, outcome: Tried): void {
  const { result, durationMs, tail } = outcome;
  const detail = describeOutcome(outcome);
  if (options['json'] === true) {
    const output = tail === undefined ? {} : { tail };
    console.out(
      JSON.stringify({ try: { program, result, detail, duration_ms: durationMs, ...output } }),
    );
    return;
  }
  if (tail !== undefined) {
    console.out(safeText(tail.trimEnd()));
  }
  console.out(`${result}: ${program} ${detail}, in ${durationMs}ms`);
}
