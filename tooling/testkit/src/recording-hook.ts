import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeScript } from './write-script.ts';

/** One run of a recording hook. */
export interface Hit {
  /** HARNESS_NOTIFY_EVENT. */
  readonly event: string;
  /** HARNESS_NOTIFY_HARNESS. */
  readonly harness: string;
  /** Every variable that begins with HARNESS_. */
  readonly env: Readonly<Record<string, string>>;
  /** What stood on standard input, to its end. */
  readonly stdin: string;
  /** The arguments after the program. */
  readonly argv: readonly string[];
  readonly pid: number;
  /** Unix time in milliseconds. */
  readonly atMs: number;
}

/** A program that writes down how it was called. */
export interface RecordingHook {
  readonly path: string;
  /** The runs so far, oldest first. */
  read(): Promise<Hit[]>;
}

/** Puts a recording hook into a folder; it exits with `exitCode`, default 0. */
export async function recordingHook(dir: string, exitCode = 0): Promise<RecordingHook> {
  const log = join(dir, 'hook.jsonl');
  const path = await writeScript(dir, 'recording-hook', recorder(log, exitCode));
  return { path, read: () => readHits(log) };
}

// One write call a run: hooks that run side by side never mix their lines.
function recorder(log: string, exitCode: number): string {
  return `#!/usr/bin/python3
import json, os, sys, time
at, env = time.time(), {k: v for k, v in os.environ.items() if k.startswith('HARNESS_')}
hit = {'event': env.get('HARNESS_NOTIFY_EVENT', ''), 'harness': env.get('HARNESS_NOTIFY_HARNESS', ''), 'env': env,
       'stdin': sys.stdin.buffer.read().decode('utf-8', 'replace'), 'argv': sys.argv[1:], 'pid': os.getpid(), 'atMs': at * 1000}
log = os.open(${JSON.stringify(log)}, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
os.write(log, (json.dumps(hit) + '\\n').encode())
sys.exit(${exitCode})
`;
}

async function readHits(log: string): Promise<Hit[]> {
  const text = await readFile(log, 'utf8').catch(absentIsEmpty);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line): Hit => JSON.parse(line));
}

function absentIsEmpty(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') {
    throw error;
  }
  return '';
}
