import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The least daemon that Node can be: `plain-daemon.mjs FOLDER COUNT` makes a store in FOLDER/store.db, answers over HTTP on
 * FOLDER/daemon.sock and starts so many children, one a turn of the event loop. It reads no configuration, checks
 * nothing and tells nobody.
 */
const [folder = '', count = '1'] = process.argv.slice(2);
const store = new DatabaseSync(join(folder, 'store.db'));
store.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (id TEXT) STRICT;');
store.prepare('INSERT INTO note VALUES (?)').run(randomUUID());

let started = 0;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ started }));
});
server.listen(join(folder, 'daemon.sock'), startNext);

function startNext() {
  spawn('sleep', ['600'], { stdio: ['ignore', 'pipe', 'pipe'] });
  started += 1;
  if (started < Number(count)) {
    setImmediate(startNext);
  }
}
