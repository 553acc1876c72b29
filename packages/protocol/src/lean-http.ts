/**
 * `node:http`, loaded without its ES module facade.
 *
 * The facade reads every export once, and that pulls in the WebSocket client: about 40 ms of start-up
 * (Node 24.21), which is half of what an empty Node process costs.
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');
