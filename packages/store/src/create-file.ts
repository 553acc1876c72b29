import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, SCHEMA_VERSION } from './schema.ts';

/**
 * Makes a complete, empty store. It gets its name when it is on disk, so that a crash in the
 * middle never leaves half of one there.
 * @throws what SQLite and the file system throw.
 */
export function createFile(path: string, runFloor: number): void {
  const draft = `${path}.new`;
  for (const companion of ['', '-wal', '-shm']) {
    rmSync(draft + companion, { force: true });
  }
  // SQLite gives its own files the mode of this one.
  closeSync(openSync(draft, 'wx', 0o600));
  fill(draft, runFloor);
  sync(draft);
  renameSync(draft, path);
  sync(dirname(path));
}

/** Without a log of its own, which a draft does not need: what is interrupted is thrown away. */
function fill(draft: string, runFloor: number): void {
  const database = new DatabaseSync(draft);
  try {
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
       BEGIN; ${MIGRATIONS.join('')} PRAGMA user_version = ${SCHEMA_VERSION};
       INSERT INTO meta (one, store_id, clean, run_floor) VALUES (1, '${randomUUID()}', 1, ${runFloor});
       COMMIT; PRAGMA journal_mode = WAL;`,
    );
  } finally {
    database.close();
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
