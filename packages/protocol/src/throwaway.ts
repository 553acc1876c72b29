import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { RunView } from './run-view.ts';

/** Body of `POST /v1/throwaways`: a harness that is gone when its one run has ended. */
export interface ThrowawayRequest {
  /** The program and its arguments; not empty. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Pseudo-terminal (true) or pipes (false). */
  readonly tty: boolean;
  /** 0 is no limit. */
  readonly timeoutMs: number;
}

/**
 * One line of the answer, a JSON object each: first the harness's name, then what it prints, redacted, last how the run
 * came out. Whoever hangs up before that ends the run.
 */
export type ThrowawayMessage =
  | { readonly kind: 'started'; readonly name: string }
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'ended'; readonly run: RunView };

/** Reads the answer of `POST /v1/throwaways` to its end. Whoever stops early hangs up. */
export async function* readThrowaway(
  answer: IncomingMessage,
): AsyncGenerator<ThrowawayMessage, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let open = '';
  for await (const chunk of answer) {
    const lines = `${open}${decoder.write(chunk)}`.split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) {
      yield JSON.parse(line) as ThrowawayMessage;
    }
  }
}
