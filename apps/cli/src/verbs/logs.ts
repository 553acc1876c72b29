import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { DaemonDown, daemonClient, type LogRequest } from '@harness/protocol';
import { countMasks } from '../count-masks.ts';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { lineCount } from '../line-count.ts';
import { safeText } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';

/**
 * `harness logs NAME`: the last lines; with `--follow` it goes on, also over restarts of the harness. How many values
 * are masked in what was shown goes to stderr, when there are any.
 */
export async function logs(call: Call): Promise<number> {
  const [name = ''] = call.args;
  const request = requestOf(call);
  const stopped = request.follow ? call.console.untilInterrupted() : undefined;
  const log = await daemonClient(addressOf(call)).logs(name, request);
  const masks = countMasks();
  try {
    await pipeline(log, masks.through, rewrite(call, request), call.console.stdout, {
      // Standard output stays open: it is the process's own.
      end: false,
      ...(stopped === undefined ? {} : { signal: stopped }),
    });
  } catch (error) {
    if (stopped?.aborted !== true && !isClosedPipe(error)) {
      throw new DaemonDown('cut', addressOf(call).socket ?? 'its socket', false);
    }
  }
  tellMasks(masks.seen, call);
  return DONE;
}

function tellMasks(count: number, { console }: Call): void {
  if (count > 0) {
    const values = count === 1 ? '1 value is' : `${count} values are`;
    console.err(`harness: ${values} masked: what is masked was never written down`);
  }
}

const MOST_LINES = 1_000_000;

function requestOf(call: Call): LogRequest {
  const follow = flagOption(call, 'follow');
  const lines = lineCount(call, { fallback: follow ? 10 : 200, most: MOST_LINES });
  const run = textOption(call, 'run');
  if (run !== undefined && !/^[1-9]\d{0,14}$/.test(run)) {
    throw new UsageError(`--run takes the number of a run, not \`${run}\``);
  }
  if (flagOption(call, 'screen') && (follow || run !== undefined)) {
    throw new UsageError(
      '--screen shows what is there now: it goes with neither --follow nor --run',
    );
  }
  return {
    lines,
    follow,
    ...(run === undefined ? {} : { run: Number(run) }),
    ...(flagOption(call, 'screen') ? { screen: true } : {}),
  };
}

function rewrite(call: Call, { follow }: LogRequest): Transform {
  if (!flagOption(call, 'json')) {
    return perChunk(call.console.isTerminal ? safeText : (text) => text);
  }
  return follow ? eachLineAsJson() : wholeAsJson(call.args[0] ?? '');
}

/** Text in, text out, characters that arrive in two chunks kept whole. */
function perChunk(change: (text: string) => string, last: () => string = () => ''): Transform {
  const decoder = new StringDecoder('utf8');
  return new Transform({
    transform: (chunk: Buffer, _encoding, done: TransformCallback) =>
      done(null, change(decoder.write(chunk))),
    flush: (done: TransformCallback) => done(null, `${change(decoder.end())}${last()}`),
  });
}

/** One object a line, as it comes: `{"line":…}`. */
function eachLineAsJson(): Transform {
  let open = '';
  return perChunk(
    (text) => {
      const lines = `${open}${text}`.split('\n');
      open = lines.pop() ?? '';
      return lines.map((line) => `${JSON.stringify({ line })}\n`).join('');
    },
    () => (open === '' ? '' : `${JSON.stringify({ line: open })}\n`),
  );
}

/** `{"harness":…,"lines":[…]}`, once it is all there. */
function wholeAsJson(harness: string): Transform {
  let all = '';
  return perChunk(
    (text) => {
      all += text;
      return '';
    },
    () => {
      const lines = all.split('\n');
      return `${JSON.stringify({ harness, lines: all.endsWith('\n') ? lines.slice(0, -1) : lines })}\n`;
    },
  );
}

function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (
    code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  );
}
