import { join } from 'node:path';
import { type JsonObject, textAt } from '../json-value.ts';
import { headRecords } from '../lines/head-records.ts';
import type { Identity, LineFormat } from '../lines/line-format.ts';
import { claudeFolderName, claudeOwner, isClaudeFolder } from './claude-location.ts';
import { claudeReader } from './claude-record.ts';
import { parseClaudeLine } from './parse-claude-line.ts';

/** Reads what Claude Code writes below `projects/`; `workdirs` are the names of one directory. */
export function claudeFormat(projects: string, workdirs: readonly string[]): LineFormat {
  return {
    kind: 'claude-code',
    triedVersion: '2.1.332',
    root: join(projects, claudeFolderName(workdirs[0] ?? '')),
    base: projects,
    useOf: (name, depth, isFolder) => {
      if (isFolder) {
        const isOurs = depth === 0 && workdirs.some((workdir) => isClaudeFolder(name, workdir));
        return isOurs ? 'folder' : 'neither';
      }
      return depth === 1 && name.endsWith('.jsonl') ? 'transcript' : 'neither';
    },
    agentFolder: (path) => join(path.slice(0, -'.jsonl'.length), 'subagents'),
    identify: (path) => identify(path, workdirs),
    parse: parseClaudeLine,
    reader: claudeReader,
  };
}

async function identify(
  path: string,
  workdirs: readonly string[],
): Promise<Identity | 'foreign' | undefined> {
  const records = await headRecords(path);
  const owner = claudeOwner(path);
  const cwd = firstText(records, 'cwd');
  // Two paths can share a folder's name, so the first directory that a record states decides; a
  // sub-agent stands below its session and may work in a directory of its own.
  if (cwd !== undefined && !owner.isBelow && !workdirs.includes(cwd)) {
    return 'foreign';
  }
  if (cwd === undefined && !hasTalk(records)) {
    return undefined;
  }
  const stated =
    owner.agent === undefined || owner.isBelow ? undefined : firstText(records, 'sessionId');
  const version = firstText(records, 'version');
  return {
    ...(owner.agent === undefined ? {} : { agent: owner.agent }),
    session: stated ?? owner.session,
    ...(version === undefined ? {} : { version }),
  };
}

function hasTalk(records: Iterable<JsonObject>): boolean {
  for (const { type } of records) {
    if (type === 'user' || type === 'assistant') {
      return true;
    }
  }
  return false;
}

function firstText(records: Iterable<JsonObject>, key: string): string | undefined {
  for (const record of records) {
    const text = textAt(record, key);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}
