import type { Row } from './row.ts';

/** The rows by name, in the order in which they run. A row is loaded when it runs, so that none weighs on another. */
export const ROWS: ReadonlyMap<string, () => Promise<Row>> = new Map([
  ['config', async () => (await import('./rows/config.ts')).config],
  ['suppressed', async () => (await import('./rows/suppressed.ts')).suppressed],
  ['record', async () => (await import('./rows/record.ts')).record],
  ['soak', async () => (await import('./rows/soak.ts')).soak],
  ['import', async () => (await import('./rows/import.ts')).importCost],
  ['startup', async () => (await import('./rows/startup.ts')).startup],
  ['command-peers', async () => (await import('./rows/command-peers.ts')).commandPeers],
  ['exit-to-hook', async () => (await import('./rows/exit-to-hook.ts')).exitToHook],
  ['hook-peers', async () => (await import('./rows/hook-peers.ts')).hookPeers],
  ['burst', async () => (await import('./rows/exit-to-hook.ts')).burst],
  ['hook-start', async () => (await import('./rows/hook-start.ts')).hookStart],
  ['idle', async () => (await import('./rows/idle.ts')).idle],
  ['idle-peers', async () => (await import('./rows/idle-peers.ts')).idlePeers],
  ['redact', async () => (await import('./rows/redact.ts')).redactRow],
  ['ingest', async () => (await import('./rows/ingest.ts')).ingest],
  ['terminal', async () => (await import('./rows/terminal.ts')).terminal],
  ['peers', async () => (await import('./rows/peers.ts')).peers],
  ['volume', async () => (await import('./rows/volume.ts')).volume],
  ['loud-neighbours', async () => (await import('./rows/loud-neighbours.ts')).loudNeighbours],
  ['idle-terminals', async () => (await import('./rows/idle-terminals.ts')).idleTerminals],
  ['replay', async () => (await import('./rows/replay.ts')).replay],
]);
