import { type JsonObject, objectAt, parseJson, textAt } from '../json-value.ts';
import { headRecords } from '../lines/head-records.ts';
import type { Identity, LineFormat } from '../lines/line-format.ts';
import { codexReader } from './codex-record.ts';

/** Reads Codex's rollouts; `workdirs` are the names of one directory. */
export function codexFormat(root: string, workdirs: readonly string[]): LineFormat {
  return {
    kind: 'codex',
    triedVersion: '0.171.0',
    root,
    base: root,
    useOf: (name, depth, isFolder) => {
      if (isFolder) {
        return depth < DATE_DEPTH && /^\d{2,4}$/.test(name) ? 'folder' : 'neither';
      }
      return depth === DATE_DEPTH && ROLLOUT.test(name) ? 'transcript' : 'neither';
    },
    identify: (path) => identify(path, workdirs),
    parse: parseJson,
    reader: codexReader,
  };
}

async function identify(
  path: string,
  workdirs: readonly string[],
): Promise<Identity | 'foreign' | undefined> {
  // The first record carries the instructions of the model, so it can be long.
  const [first] = await headRecords(path, META_BYTES);
  if (first === undefined) {
    return undefined;
  }
  const meta = objectAt(first, 'payload');
  const id = textAt(meta, 'id');
  const cwd = textAt(meta, 'cwd');
  if (first['type'] !== 'session_meta' || id === undefined || cwd === undefined) {
    return 'foreign';
  }
  return workdirs.includes(cwd) ? identityOf(meta, id) : 'foreign';
}

function identityOf(meta: JsonObject, id: string): Identity {
  const spawn = objectAt(objectAt(objectAt(meta, 'source'), 'subagent'), 'thread_spawn');
  const parent = textAt(spawn, 'parent_thread_id') ?? textAt(meta, 'session_id') ?? id;
  const version = textAt(meta, 'cli_version');
  return {
    session: parent,
    ...(parent === id ? {} : { agent: id }),
    ...(version === undefined ? {} : { version }),
  };
}

const DATE_DEPTH = 3;
const ROLLOUT = /^rollout-.*\.jsonl$/;
const META_BYTES = 1024 * 1024;
