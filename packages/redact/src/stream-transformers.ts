import type { Bytes } from './bytes.ts';
import type { Redactor } from './redactor.ts';

/** What of the web's `TransformStreamDefaultController` is needed here. */
export interface ChunkSink {
  readonly enqueue: (chunk: Bytes) => void;
}

/** The argument of the web's `new TransformStream(…)`. */
export interface WebTransformer {
  readonly transform: (chunk: Uint8Array | string, controller: ChunkSink) => void;
  readonly flush: (controller: ChunkSink) => void;
}

/** How Node's streams take what became of a piece. */
export type ChunkCallback = (error: null, chunk: Bytes) => void;

/** The argument of Node's `new Transform(…)`. */
export interface NodeTransformer {
  readonly decodeStrings: false;
  readonly transform: (chunk: Uint8Array | string, encoding: string, done: ChunkCallback) => void;
  readonly flush: (done: ChunkCallback) => void;
}

/** Makes `redactor` a web stream: `new TransformStream(webTransformer(createRedactor()))`. Bytes or strings in, bytes out. */
export function webTransformer(redactor: Redactor): WebTransformer {
  const pass = (bytes: Bytes, controller: ChunkSink): void => {
    if (bytes.length > 0) {
      controller.enqueue(bytes);
    }
  };
  return {
    transform: (chunk, controller) => pass(redactor.write(chunk), controller),
    flush: (controller) => pass(redactor.end(), controller),
  };
}

/** Makes `redactor` a Node stream: `new Transform(nodeTransformer(createRedactor()))`. Bytes or UTF-8 strings in, bytes out. */
export function nodeTransformer(redactor: Redactor): NodeTransformer {
  return {
    decodeStrings: false,
    transform: (chunk, _encoding, done) => done(null, redactor.write(chunk)),
    flush: (done) => done(null, redactor.end()),
  };
}
