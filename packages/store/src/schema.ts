/** One step per entry: a file whose `user_version` is n has seen the first n. Never edit one. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    store_id TEXT NOT NULL,
    alive_ms INTEGER,
    clean INTEGER NOT NULL,
    run_floor INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE memo (
    harness TEXT NOT NULL,
    part TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (harness, part)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE notification (
    row INTEGER PRIMARY KEY,
    id TEXT,
    seq INTEGER,
    harness TEXT,
    event TEXT NOT NULL,
    episode TEXT,
    payload TEXT,
    hook TEXT,
    raised_ms INTEGER NOT NULL,
    started_ms INTEGER,
    finished_ms INTEGER,
    result TEXT,
    detail TEXT,
    duration_ms INTEGER,
    tail TEXT,
    window TEXT,
    last_ms INTEGER,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX notification_result ON notification (result);
  CREATE INDEX notification_harness ON notification (harness);
  CREATE INDEX notification_window ON notification (harness, event, result, window)
    WHERE window IS NOT NULL;

  CREATE TABLE run (
    harness TEXT NOT NULL,
    run_id INTEGER NOT NULL,
    trigger TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    log TEXT,
    ended_ms INTEGER,
    outcome TEXT,
    exit TEXT,
    cause TEXT,
    PRIMARY KEY (harness, run_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX run_open ON run (harness) WHERE outcome IS NULL;
  CREATE INDEX run_started ON run (started_ms);
  `,
];

/** The `user_version` of a file that this version writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;
