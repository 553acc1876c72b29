import { open } from 'node:fs/promises';
import { isObject, type JsonObject, parseJson } from '../json-value.ts';

/** The whole records at the start of a file, as far as `limitBytes`, and at least its first line. */
export async function headRecords(
  path: string,
  limitBytes: number = HEAD_BYTES,
): Promise<readonly JsonObject[]> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(limitBytes);
    const { bytesRead } = await file.read(buffer, 0, limitBytes, 0);
    return recordsOf(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function recordsOf(text: string): readonly JsonObject[] {
  return text.split('\n').slice(0, -1).map(parseJson).filter(isObject);
}

const HEAD_BYTES = 64 * 1024;
