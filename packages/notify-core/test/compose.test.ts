import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureText } from '../src/cut-text.ts';
import { type Fact, NOTIFIED_EVENTS, payloadJson, sampleFact } from '../src/index.ts';
import { notice } from './notice.ts';

const failedWith = (lastLine: string): Fact => ({
  kind: 'gave_up',
  exit: { kind: 'exited', code: 1 },
  restarts: 6,
  longestRunMs: 900,
  lastLine,
});

describe('compose', () => {
  it('gives the manual its example to the letter', () => {
    const { id, severity, ...payload } = notice('claude-rc', sampleFact('failed'));
    expect(JSON.stringify(payload, undefined, 2)).toBe(`{
  "version": 1,
  "event": "failed",
  "harness": "claude-rc",
  "host": "kitt",
  "state": "failed",
  "message": "claude-rc failed: gave up after 6 consecutive failures (last exit 1): \\"Error: You must be logged in to use Remote Control.\\" — restart with \`harness restart claude-rc\`; see \`harness logs claude-rc\`",
  "cause": "Error: You must be logged in to use Remote Control.",
  "hint": "harness logs claude-rc",
  "time": "2026-09-25T20:15:16Z",
  "exit_code": 1,
  "restarts": 6
}`);
    expect([id, severity]).toEqual(['id-1', 'urgent']);
  });

  it('keeps the manual’s keys in order and the added ones behind them', () => {
    const stamp = {
      seq: 0,
      store: 's',
      episode: 'e',
      resolves: ['r'],
      suppressed: 2,
      replayed: true,
      delayedS: 61.9,
    };
    const keys = NOTIFIED_EVENTS.flatMap((event) =>
      Object.keys(notice('w', sampleFact(event), stamp)),
    );
    const order = [
      ...['version', 'event', 'harness', 'host', 'state', 'message', 'cause', 'hint', 'time'],
      ...['exit_code', 'restarts', 'tool', 'count', 'run_id', 'until'],
      ...['id', 'seq', 'store', 'episode', 'resolves', 'severity'],
      ...['suppressed', 'replayed', 'delayed_s'],
    ];
    expect(new Set(keys)).toEqual(new Set(order));
    for (const event of NOTIFIED_EVENTS) {
      const own = Object.keys(notice('w', sampleFact(event), stamp));
      expect(own).toEqual(order.filter((key) => own.includes(key)));
    }
    expect(notice('w', sampleFact('test'), stamp).delayed_s).toBe(61);
  });

  it('leaves out what does not apply', () => {
    const stamp = { resolves: [], suppressed: 0, replayed: false, delayedS: 60.9 };
    expect(Object.keys(notice(undefined, { kind: 'tested' }, stamp))).toEqual([
      ...['version', 'event', 'host', 'message', 'hint', 'time', 'id', 'severity'],
    ]);
  });

  it('has neither cause nor quotes for a last line that shows nothing', () => {
    const payload = notice('w', failedWith('\u001b[31m \u0007\u200e\t'));
    expect(payload).not.toHaveProperty('cause');
    expect(payload.message).toContain('(last exit 1) — restart with');
  });

  it('redacts a text once its disguise is off and before it is cut', () => {
    const secret = `hunter${'2'.repeat(300)}`;
    const redact = (text: string): string => text.replaceAll(secret, '[REDACTED]');
    const torn = `${'x'.repeat(200)} ${secret.slice(0, 9)}\u001b[0m\u0000${secret.slice(9)}`;
    const payload = notice('w', failedWith(torn), {}, redact);
    expect(payload.cause).toBe(`${'x'.repeat(200)} [REDACTED]`);
    expect(JSON.stringify(payload)).not.toContain('hunter');
  });

  it('redacts the cause by itself, whatever the message puts around it', () => {
    const seen: string[] = [];
    const redact = (text: string): string => {
      seen.push(text);
      return text;
    };
    notice('w', failedWith('password: "a b"'), {}, redact);
    expect(seen).toContain('password: "a b"');
    expect(seen.filter((text) => text.includes('password'))).toEqual(
      seen.filter((text) => text === 'password: "a b"'),
    );
  });

  it('redacts tool, harness, host and hint too', () => {
    const loop = { kind: 'looping', tool: 'SECRET_tool', count: 8 } as const;
    const redact = (text: string): string => text.replaceAll('SECRET', '***');
    const text = payloadJson(notice('SECRET-w', loop, { host: 'SECRET-host' }, redact));
    expect(text).not.toContain('SECRET');
    expect(JSON.parse(text)).toMatchObject({ tool: '***_tool', hint: 'harness start ***-w' });
  });

  it('cuts a huge line, and never the command that helps', () => {
    const payload = notice('big', failedWith('x'.repeat(300_000)));
    expect(payload.cause).toBe(`${'x'.repeat(239)}…`);
    expect(payload.message.endsWith('see `harness logs big`')).toBe(true);
  });

  it('cuts a long list before the command and leaves room for the cause', () => {
    const behind = Array.from({ length: 5 }, (_, pid) => ({
      name: '日'.repeat(500),
      pid,
      ageMs: 1000,
    }));
    const { message } = notice('w', {
      kind: 'silent',
      silentMs: 20_000,
      timeoutMs: 15_000,
      action: 'left_running',
      behind,
    });
    expect(message).toContain('…: "silent for 20s, stall_timeout is 15s" — look with');
    expect(measureText(message).graphemes).toBe(1000);
  });

  it('keeps every text clean, on one line and inside its limits, whatever an agent prints', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3000 }),
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      fc.string({
        unit: fc.constantFrom('\u001b', '[', ']', '\n', '👩‍👩‍👧', '\ud83d', '\u202e', 'é'),
      }),
    );
    fc.assert(
      fc.property(noise, noise, (line, tool) => {
        const payloads = [
          notice('w', failedWith(line)),
          notice('w', { kind: 'looping', tool, count: 8 }),
          notice('w', { kind: 'rotation_stuck', failedTurns: 2, step: line, detail: tool }),
        ];
        for (const payload of payloads) {
          expect(payload.message).toMatch(/`harness [a-z]+ w`$/);
          expect(measureText(payload.cause ?? '').graphemes).toBeLessThanOrEqual(240);
          for (const text of Object.values(payload).filter((value) => typeof value === 'string')) {
            expect(text).not.toMatch(/\p{Cc}|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\ufeff]/u);
            expect(text).not.toBe('');
            expect(measureText(text).graphemes).toBeLessThanOrEqual(1000);
            expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(4096);
          }
        }
      }),
    );
  });
});
