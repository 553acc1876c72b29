const http: typeof import('node:http') = process.getBuiltinModule('node:http');

/**
 * `node:http` without its ES module facade, which reads every export once and so loads a whole WebSocket client: 40 ms
 * at the start, and 3 MB that every start of a program has to copy.
 */
export const createServer: typeof http.createServer = http.createServer;
