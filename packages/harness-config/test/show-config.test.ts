import { describe, expect, it } from 'vitest';
import { type ShownSetting, showConfig } from '../src/index.ts';
import { load } from './config-text.ts';

const mask = (text: string): string => text.replaceAll('t0ken', '[REDACTED]');

function shown(text: string): Map<string, ShownSetting> {
  return new Map(showConfig(load(text), mask).map((setting) => [setting.key, setting]));
}

const FILE = '/etc/harness/harness.toml';

describe('the effective configuration', () => {
  it('says of each value where it comes from', () => {
    const settings = shown(
      '[server]\nboard = false\n[harness.a]\nharness = "codex"\nprompt = "x"\nschedule = "@daily"\n',
    );
    expect(settings.get('server.board')).toEqual({
      key: 'server.board',
      value: false,
      from: { kind: 'file', file: FILE, line: 2 },
    });
    expect(settings.get('server.metrics_listen')).toMatchObject({
      value: '127.0.0.1:10229',
      from: { kind: 'default' },
    });
    expect(settings.get('harness.a.harness')).toMatchObject({ from: { line: 4 } });
    expect(settings.get('harness.a.restart')).toMatchObject({
      value: 'no',
      from: { kind: 'default' },
    });
    expect(settings.get('harness.a.workdir')).toMatchObject({ value: '/home/me' });
    expect(settings.get('harness.a.catch_up')).toMatchObject({ value: false });
  });

  it('leaves out defaults that do not apply', () => {
    const settings = shown('[harness.a]\nharness = "generic"\n');
    for (const key of ['timeout', 'health_interval', 'stall_action', 'catch_up', 'auto_accept']) {
      expect(settings.has(`harness.a.${key}`)).toBe(false);
    }
    expect(settings.has('daemon.heartbeat_interval')).toBe(false);
    expect([...settings.keys()].some((key) => key.startsWith('notify'))).toBe(false);
  });

  it('shows of the hook its program alone', () => {
    const settings = shown('[notify]\ncommand = ["/opt/hook", "--topic", "private"]\n');
    expect(settings.get('notify.command')?.value).toEqual(['/opt/hook', '… 2 more']);
    expect(settings.get('notify.cooldown')).toMatchObject({
      value: '15m',
      from: { kind: 'default' },
    });
    expect(JSON.stringify([...settings.values()])).not.toContain('private');
  });

  it('masks secrets in every string', () => {
    const settings = shown(
      '[harness.a]\nharness = "generic"\nargs = ["--key", "t0ken"]\n[redact]\nallow = ["t0ken"]\n',
    );
    expect(JSON.stringify([...settings.values()])).not.toContain('t0ken');
  });
});
