import { describe, expect, it } from 'vitest';
import { formatProblem, readToml } from '../src/index.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, mark: boolean): Uint8Array =>
  new Uint8Array(Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le'));
const swapped = (bytes: Uint8Array): Uint8Array => new Uint8Array(Buffer.from(bytes).swap16());
const TEXT = 'a = 1\nb = "ü"\n';

function lines(source: string | Uint8Array): string[] {
  const reading = readToml(source, 'harness.toml');
  return reading.kind === 'refused' ? reading.problems.map(formatProblem) : [];
}

describe('bytes', () => {
  it.each([
    ['plain', utf8(TEXT)],
    ['with a byte-order mark', utf8(`\ufeff${TEXT}`)],
    ['with CRLF', utf8(TEXT.replaceAll('\n', '\r\n'))],
    ['with a byte-order mark and CRLF', utf8(`\ufeff${TEXT.replaceAll('\n', '\r\n')}`)],
  ])('are read %s', (_name, bytes) => {
    expect(readToml(bytes, 'f')).toMatchObject({ kind: 'document', value: { a: 1, b: 'ü' } });
  });

  it.each([
    ['UTF-16 with a mark', utf16(TEXT, true)],
    ['UTF-16 without a mark', utf16(TEXT, false)],
    ['UTF-16 the other way round', swapped(utf16(TEXT, true))],
    ['UTF-16 the other way round without a mark', swapped(utf16(TEXT, false))],
  ])('in %s are refused by that name', (_name, bytes) => {
    expect(lines(bytes)).toEqual(['harness.toml:1:1: the file is UTF-16: save it as UTF-8']);
  });

  it('in UTF-32 are refused by that name', () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]);
    expect(lines(bytes)).toEqual(['harness.toml:1:1: the file is UTF-32: save it as UTF-8']);
  });

  it('that are no UTF-8 are refused where the first stands', () => {
    const bytes = new Uint8Array([...utf8('a = "\ufffdé\ufffd"\nb = "ü'), 0xe9, ...utf8('"\n')]);
    expect(lines(bytes)).toEqual([expect.stringMatching(/^harness\.toml:2:7: .*UTF-8/)]);
  });

  it('with a NUL are refused where it stands', () => {
    expect(lines(utf8('a = 1\n\nb = "x\0"\n'))).toEqual([
      expect.stringMatching(/^harness\.toml:3:7: a NUL byte/),
    ]);
  });

  it('that are none at all are an empty document', () => {
    expect(readToml(new Uint8Array(), 'f')).toMatchObject({ kind: 'document', value: {} });
  });
});
