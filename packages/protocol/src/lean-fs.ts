// The ES module facade of `node:fs` reads every export once, and with it loads promises, streams and watchers (about
// 5 ms with Node 24.21). This is the same module without that.

/** `node:fs`, for a quick start. */
export const fs: typeof import('node:fs') = process.getBuiltinModule('node:fs');
