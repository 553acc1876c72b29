import { Transform } from 'node:stream';
import { expect, it } from 'vitest';
import { createRedactor, nodeTransformer, redact, webTransformer } from '../src/index.ts';
import { random } from './samples.ts';

const token = `sk-ant-api03-${random(60, 3)}`;
const text = `één\nexport KEY=${token} end\n{"password":"ab1\\"cd2"}\n-----BEGIN PRIVATE KEY-----\n${random(64, 1)}\n-----END PRIVATE KEY-----\nlast ${token}`;

function streamed(pieces: readonly (string | Uint8Array)[]): string {
  const redactor = createRedactor();
  return Buffer.concat([
    ...pieces.map((piece) => Buffer.from(redactor.write(piece))),
    Buffer.from(redactor.end()),
  ]).toString();
}

it('gives the same at every place where two writes can meet, in bytes and in text', () => {
  const bytes = Buffer.from(text);
  for (let at = 0; at <= bytes.length; at++) {
    expect(streamed([bytes.subarray(0, at), bytes.subarray(at)])).toBe(redact(text));
  }
  for (let at = 0; at <= text.length; at++) {
    expect(streamed([text.slice(0, at), text.slice(at)])).toBe(redact(text));
  }
});

it('holds an unfinished line back and gives finished ones at once', () => {
  const redactor = createRedactor();
  expect(`${redactor.write('one\nusing ')}`).toBe('one\n');
  expect(`${redactor.write(`${token.slice(0, 20)}`)}`).toBe('');
  expect(`${redactor.write(`${token.slice(20)}\n`)}`).toBe('using [REDACTED]\n');
  expect(redactor.counts).toEqual(new Map([['anthropic-key', 1]]));
});

it('shows a prompt when it is quiet, and never what may still grow into a secret', () => {
  const redactor = createRedactor();
  redactor.write('Enter API key: ');
  expect(`${redactor.idle()}`).toBe('Enter API key: ');
  redactor.write(token.slice(0, 30));
  expect(`${redactor.idle()}`).toBe('');
  expect(`${redactor.write(`${token.slice(30)}\nnext\n`)}`).toBe('[REDACTED]\nnext\n');
});

it('bounds its memory on a line without end, and still finds a token over every cut', () => {
  const line = Buffer.from(`${'word '.repeat(13_000)}${token} ${'more '.repeat(30_000)}${token}`);
  for (const size of [1000, 65_536, 100_001]) {
    const redactor = createRedactor();
    let given = 0;
    const parts: Buffer[] = [];
    for (let at = 0; at < line.length; at += size) {
      const part = Buffer.from(redactor.write(line.subarray(at, at + size)));
      parts.push(part);
      given += part.length;
      expect(Math.min(at + size, line.length) - given).toBeLessThan(80_000);
    }
    parts.push(Buffer.from(redactor.end()));
    expect(Buffer.concat(parts).toString()).toBe(redact(line.toString()));
    expect(Buffer.concat(parts).toString()).not.toContain(token.slice(13, 30));
  }
});

it('finds a secret wherever it stands in a long line of which the rest is dull', () => {
  const line = 'lorem ipsum '.repeat(17_000);
  for (let at = 50_000; at < 150_000; at += 1009) {
    const text = `${line.slice(0, at)} token=${random(24, 5)} ${line.slice(at)}`;
    const redactor = createRedactor();
    const out = `${redactor.write(text.slice(0, 90_000))}${redactor.write(text.slice(90_000))}${redactor.end()}`;
    expect(out).toBe(redact(text));
    expect(out).toContain(' token=[REDACTED] ');
  }
});

it('passes bytes that are no UTF-8 through untouched', () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x0a, 0x80, 0x41, 0x0a]);
  expect(Buffer.from(createRedactor().write(bytes))).toEqual(bytes);
});

it('makes a Node stream', async () => {
  const transform = new Transform(nodeTransformer(createRedactor()));
  transform.end(`key ${token}\n`);
  const parts: Buffer[] = [];
  for await (const part of transform) {
    parts.push(part as Buffer);
  }
  expect(Buffer.concat(parts).toString()).toBe('key [REDACTED]\n');
});

it('makes a web stream', async () => {
  const source = new Blob([`key ${token}`, `\nplain`]).stream();
  const out = source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(webTransformer(createRedactor())),
  );
  expect(await new Response(out).text()).toBe('key [REDACTED]\nplain');
});
