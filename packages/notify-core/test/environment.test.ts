import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hookEnvironment, sampleFact } from '../src/index.ts';
import { notice } from './notice.ts';

describe('hookEnvironment', () => {
  it('tells a delivery in eight variables', () => {
    const payload = notice('claude-rc', sampleFact('failed'), { episode: 'ep-1' });
    expect(hookEnvironment({}, payload)).toEqual({
      HARNESS_NOTIFY_EVENT: 'failed',
      HARNESS_NOTIFY_HARNESS: 'claude-rc',
      HARNESS_NOTIFY_HOST: 'kitt',
      HARNESS_NOTIFY_STATE: 'failed',
      HARNESS_NOTIFY_MESSAGE: payload.message,
      HARNESS_NOTIFY_ID: 'id-1',
      HARNESS_NOTIFY_EPISODE: 'ep-1',
      HARNESS_NOTIFY_SEVERITY: 'urgent',
    });
  });

  it('empties what it has nothing to say for', () => {
    expect(hookEnvironment({}, notice(undefined, { kind: 'tested' }))).toMatchObject({
      HARNESS_NOTIFY_HARNESS: '',
      HARNESS_NOTIFY_STATE: '',
      HARNESS_NOTIFY_EPISODE: '',
    });
  });

  it('passes the daemon’s own environment on, without another delivery’s', () => {
    const inherited = {
      PATH: '/bin',
      EMPTY: '',
      ABSENT: undefined,
      harness_notify_x: 'kept',
      HARNESS_NOTIFY_EPISODE: 'another',
      HARNESS_NOTIFY_LATER: 'unknown here',
    };
    const environment = hookEnvironment(inherited, notice('w', { kind: 'tested' }));
    expect(environment).toMatchObject({ PATH: '/bin', EMPTY: '', harness_notify_x: 'kept' });
    expect(environment['HARNESS_NOTIFY_EPISODE']).toBe('');
    expect(Object.keys(environment)).not.toContain('HARNESS_NOTIFY_LATER');
    expect(Object.keys(environment)).not.toContain('ABSENT');
  });

  it('spells what is not printable ASCII in names, and sends the message as it is', () => {
    const fact = { kind: 'looping', tool: 'é"', count: 8 } as const;
    const environment = hookEnvironment({}, notice('wé😀', fact, { host: 'bücher' }));
    expect(environment['HARNESS_NOTIFY_HARNESS']).toBe('w\\u{e9}\\u{1f600}');
    expect(environment['HARNESS_NOTIFY_HOST']).toBe('b\\u{fc}cher');
    expect(environment['HARNESS_NOTIFY_MESSAGE']).toContain('é" called 8 times');
  });

  it('starts a real program whatever the agent printed', () => {
    const lastLine = `bad\0magic ${'é'.repeat(300_000)}`;
    const fact = { ...sampleFact('failed'), lastLine } as ReturnType<typeof sampleFact>;
    const env = hookEnvironment({ PATH: '/usr/bin:/bin' }, notice('w', fact));
    const printed = execFileSync('/bin/sh', ['-c', 'printf %s "$HARNESS_NOTIFY_MESSAGE"'], { env });
    expect(printed.toString()).toBe(env['HARNESS_NOTIFY_MESSAGE']);
    expect(printed.toString()).toContain('"badmagic é');
  });
});
