/** A whole answer. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The head of an answer. */
interface Head extends Omit<Answer, 'body'> {
  /** Where the body begins. */
  readonly bytes: number;
}

const BEGINNING = 'HTTP/1.';
const STATUS_LINE = /^HTTP\/1\.[01] (?<status>\d{3})\b/;
const HEAD_END = '\r\n\r\n';

/** Reads an answer in HTTP/1.0: a head, and then as many bytes as it says, or all until the connection ends. */
export class AnswerReader {
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #head: Head | undefined;

  add(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    this.#head ??= headIn(this.#first());
  }

  get hasHead(): boolean {
    return this.#head !== undefined;
  }

  /** Whether this is nothing that an HTTP server says. */
  get isForeign(): boolean {
    const isBegun = BEGINNING.startsWith(this.#first().toString('latin1', 0, BEGINNING.length));
    return !isBegun || this.#head?.status === 0;
  }

  /** Whether all is there that the head announces; false where it announces nothing. */
  get isWhole(): boolean {
    return this.#holds(Number.POSITIVE_INFINITY);
  }

  /** The answer once the connection has ended; undefined when it broke off before. */
  end(): Answer | undefined {
    if (this.#head === undefined || !this.#holds(0)) {
      return undefined;
    }
    const { status, headers, bytes } = this.#head;
    return { status, headers, body: Buffer.concat(this.#parts).toString('utf8', bytes) };
  }

  /** @param unsaid - How long a body is of which the head does not say it. */
  #holds(unsaid: number): boolean {
    const { headers, bytes = 0 } = this.#head ?? {};
    return (
      this.#head !== undefined &&
      this.#bytes - bytes >= Number(headers?.['content-length'] ?? unsaid)
    );
  }

  /** What is read of before the head is whole; after that only the parts grow. */
  #first(): Buffer {
    const [first = Buffer.alloc(0), ...more] = this.#parts;
    if (this.#head !== undefined || more.length === 0) {
      return first;
    }
    const joined = Buffer.concat(this.#parts);
    this.#parts.splice(0, this.#parts.length, joined);
    return joined;
  }
}

function headIn(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) {
    return undefined;
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  return {
    status: Number(STATUS_LINE.exec(first)?.groups?.['status'] ?? 0),
    headers: Object.fromEntries(lines.map(headerOf)),
    bytes: end + HEAD_END.length,
  };
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
