import { readNow, withFile } from '../file-reading.ts';
import { isObject, type JsonObject, parseJson } from '../json-value.ts';

/**
 * The whole records at the start of a file, as far as `limitBytes`, each parsed when it is come to: what is asked for
 * mostly stands in the first.
 */
export function headRecords(
  path: string,
  limitBytes: number = HEAD_BYTES,
): Promise<Iterable<JsonObject>> {
  return withFile(path, (fd) => {
    const lines = readNow(fd, 0, limitBytes).toString('utf8').split('\n').slice(0, -1);
    return { [Symbol.iterator]: () => recordsOf(lines) };
  });
}

function* recordsOf(lines: readonly string[]): Generator<JsonObject> {
  for (const line of lines) {
    const record = parseJson(line);
    if (isObject(record)) {
      yield record;
    }
  }
}

const HEAD_BYTES = 64 * 1024;
