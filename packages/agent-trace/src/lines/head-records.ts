import { readNow, withFile } from '../file-reading.ts';
import { isObject, type JsonObject, parseJson } from '../json-value.ts';

/** The whole records at the start of a file, as far as `limitBytes`, and at least its first line. */
export function headRecords(
  path: string,
  limitBytes: number = HEAD_BYTES,
): Promise<readonly JsonObject[]> {
  return withFile(path, (fd) => recordsOf(readNow(fd, 0, limitBytes).toString('utf8')));
}

function recordsOf(text: string): readonly JsonObject[] {
  return text.split('\n').slice(0, -1).map(parseJson).filter(isObject);
}

const HEAD_BYTES = 64 * 1024;
