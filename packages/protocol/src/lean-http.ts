// The ES module facade of a built-in reads every export once, and with it loads what hardly anybody uses: behind
// `node:http` the WebSocket client (about 40 ms with Node 24.21, over half of an empty process). This is the same
// module without that.

/** `node:http`, for a quick start. */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');
