import { describe, expect, it } from 'vitest';
import { formatProblem, type Position, readToml, type TomlDocument } from '../src/index.ts';

function document(text: string): TomlDocument {
  const reading = readToml(text, 'harness.toml');
  if (reading.kind === 'refused') {
    throw new Error(reading.problems.map(formatProblem).join('\n'));
  }
  return reading;
}

describe('a broken text', () => {
  it.each([
    ['[notify\n', /^harness\.toml:1:8: this is not TOML/],
    ['a = 1\nb = \n', /^harness\.toml:2:/],
    ['a = 1\r\n\r\nb = "x\r\n', /^harness\.toml:3:/],
    ['a = "x\n', /^harness\.toml:1:7: this is not TOML: the string does not end$/],
    ['a = [1,\n', /^harness\.toml:[12]:/],
    ['a = 1\na = 2\n', /^harness\.toml:2:1: a is defined a second time$/],
    ['[harness.a]\n[harness.a]\n', /^harness\.toml:2:2: harness\.a is defined a second time$/],
    ['a.b = 1\n[a]\nb = 2\n', /^harness\.toml:2:2: a is defined a second time$/],
    [`a = ${'['.repeat(500)}`, /^harness\.toml:1:/],
    ['\ufeffa = \n', /^harness\.toml:1:5/],
  ])('%j is one problem with its place', (text, line) => {
    const reading = readToml(text, 'harness.toml');
    const lines = reading.kind === 'refused' ? reading.problems.map(formatProblem) : [];
    expect(lines).toEqual([expect.stringMatching(line)]);
  });
});

describe('a document', () => {
  it('has tables without a prototype, so that no name is special', () => {
    const { value } = document('[__proto__]\na = 1\n[constructor]\nb = 2\n[toString]\nc = 3\n');
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('keeps integers beyond the safe ones as they are', () => {
    expect(document('a = 9223372036854775807').value).toEqual({ a: 9223372036854775807n });
  });
});

describe('the place', () => {
  const text = [
    'top = 1',
    '[notify]',
    'command = ["/bin/x", "two"]',
    'a.b.c = "dotted"',
    'inline = { x = 1, y = [ { z = 2 } ] }',
    '[[redact.rule]]',
    'id = "one"',
    '[[redact.rule]]',
    'id = "two"',
    '[harness."a b"]',
    'args = [',
    '  "first",',
    '  "second",',
    ']',
    '[harness.__proto__]',
    'tty = 1',
  ].join('\n');
  const at = (line: number, column: number): Position => ({ line, column });

  it.each([
    [['top'], 'value', at(1, 7)],
    [['top'], 'key', at(1, 1)],
    [['notify'], 'key', at(2, 2)],
    [['notify'], 'value', at(2, 2)],
    [['notify', 'command', 1], 'value', at(3, 22)],
    [['notify', 'a'], 'key', at(4, 1)],
    [['notify', 'a', 'b', 'c'], 'key', at(4, 5)],
    [['notify', 'a', 'b', 'c'], 'value', at(4, 9)],
    [['notify', 'inline', 'y', 0, 'z'], 'value', at(5, 31)],
    [['redact', 'rule', 1, 'id'], 'value', at(9, 6)],
    [['redact', 'rule', 1], 'key', at(8, 10)],
    [['harness'], 'key', at(10, 2)],
    [['harness', 'a b'], 'key', at(10, 10)],
    [['harness', 'a b', 'args', 1], 'value', at(13, 3)],
    [['harness', '__proto__', 'tty'], 'value', at(16, 7)],
    [['notify', 'missing'], 'value', at(2, 2)],
    [['nowhere'], 'value', at(1, 1)],
    [[], 'value', at(1, 1)],
  ] as const)('of %j, its %s, is %j', (path, target, position) => {
    expect(document(text).locate(path, target)).toEqual(position);
  });

  it('counts CRLF as one line end and a byte-order mark as nothing', () => {
    const windows = document(`\ufeff${text.replaceAll('\n', '\r\n')}`);
    expect(windows.locate(['harness', 'a b', 'args', 1])).toEqual(at(13, 3));
    expect(windows.locate(['top'], 'key')).toEqual(at(1, 1));
  });
});
