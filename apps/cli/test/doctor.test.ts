import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announceStart, ownIdentity, stateFolder } from '@harness/protocol';
import { describe, expect, it } from 'vitest';
import { check, fakeDaemon, STATUS } from './fake-daemon.ts';
import { type Home, harness, program, throwaway } from './home.ts';

const TESTED = { result: 'ok', detail: 'exited with 0', durationMs: 12 };

function notifyTable(home: Home, ...command: string[]): void {
  writeFileSync(home.configFile, `[notify]\ncommand = ${JSON.stringify(command)}\n`);
}

describe('with a daemon', () => {
  it.each([
    ['ok', 0],
    ['off', 0],
    ['warn', 0],
    ['error', 1],
  ] as const)(
    'a row that is %s gives exit code %i, after the full report',
    async (status, code) => {
      const home = throwaway();
      const checks = [
        check({ status, hint: 'do this' }),
        check({ check: 'store', detail: 'fine' }),
      ];
      await fakeDaemon(home, { 'GET /v1/doctor': [200, { checks }] });
      const text = await harness(home, ['doctor']);
      expect(text.code).toBe(code);
      expect(text.out).toMatch(new RegExp(`^notify\\s+${status}\\s+/hook`, 'm'));
      expect(text.out).toMatch(/^daemon\s+ok\s+up .*, pid 4242, on/m);
      expect(text.out).toContain('→ do this');
      expect(text.out.trimEnd().split('\n').at(-1)).toMatch(/^4 checks: /);
      const json = await harness(home, ['doctor', '--json']);
      expect(json.code).toBe(code);
      expect(JSON.parse(json.out)).toMatchObject({
        status: status === 'off' ? 'ok' : status,
        checks: [{ check: 'daemon' }, { check: 'version' }, { check: 'notify', status }, {}],
      });
    },
  );

  it('warns when command and daemon are of different releases', async () => {
    const home = throwaway();
    await fakeDaemon(home, {
      'GET /v1/status': [200, { ...STATUS, version: '9.9.9' }],
      'GET /v1/doctor': [200, { checks: [] }],
    });
    const { code, out } = await harness(home, ['doctor']);
    expect(code).toBe(0);
    expect(out).toMatch(/^version\s+warn\s.*9\.9\.9/m);
  });

  it('shows a row of the daemon’s own instead of its own row of that name', async () => {
    const home = throwaway();
    await fakeDaemon(home, {
      'GET /v1/doctor': [200, { checks: [check({ check: 'version', detail: 'theirs' })] }],
    });
    const { checks } = JSON.parse((await harness(home, ['doctor', '--json'])).out);
    expect(checks.filter((row: { check: string }) => row.check === 'version')).toHaveLength(1);
  });
});

describe('the notify test', () => {
  it('is run first, by the daemon, and the rows are asked for after it', async () => {
    const home = throwaway();
    const asked = await fakeDaemon(home, {
      'POST /v1/notify-test': [200, { test: TESTED }],
      'GET /v1/doctor': [200, { checks: [check()] }],
    });
    const { code, out } = await harness(home, ['doctor', '--notify-test']);
    expect(code).toBe(0);
    expect(out).toMatch(/^notify-test\s+ok\s+ok: test exited with 0, in 12ms$/m);
    expect(asked).toEqual(['GET /v1/status', 'POST /v1/notify-test', 'GET /v1/doctor']);
  });

  it('shows the tail of a failed hook’s output, stripped, and exits 1', async () => {
    const home = throwaway();
    const tail = 'env: no-such-node\u001b[31m: No such file\nbye';
    const test = { result: 'error', detail: 'exited with 127', durationMs: 1500, tail };
    await fakeDaemon(home, {
      'POST /v1/notify-test': [200, { test }],
      'GET /v1/doctor': [200, { checks: [check()] }],
    });
    const { code, out } = await harness(home, ['doctor', '--notify-test']);
    expect(code).toBe(1);
    expect(out).toMatch(/^notify-test\s+error\s+error: test exited with 127, in 1s$/m);
    expect(out).toContain('    | env: no-such-node[31m: No such file\n    | bye\n');
    const { checks } = JSON.parse((await harness(home, ['doctor', '--notify-test', '--json'])).out);
    expect(checks[0]).toMatchObject({
      check: 'notify-test',
      status: 'error',
      data: { event: 'test', result: 'error', duration_ms: 1500, tail },
    });
  });

  it.each([
    ['inside_delivery', 409],
    ['test_running', 409],
    ['notify_off', 412],
  ])('that is refused (%s) is an error row with the reason', async (code, status) => {
    const home = throwaway();
    await fakeDaemon(home, {
      'POST /v1/notify-test': [status, { error: { code, message: 'because of that' } }],
      'GET /v1/doctor': [200, { checks: [check()] }],
    });
    const { code: exit, out } = await harness(home, ['doctor', '--notify-test', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(out).checks[0]).toMatchObject({
      status: 'error',
      detail: 'not run: because of that',
      data: { code },
    });
  });

  it('hands over which delivery it is asked from', async () => {
    const home = throwaway();
    const asked = await fakeDaemon(home, {
      'POST /v1/notify-test': [200, { test: TESTED }],
      'GET /v1/doctor': [200, { checks: [] }],
    });
    await harness(home, ['doctor', '--notify-test'], { HARNESS_NOTIFY_ID: '01K6ABC' });
    expect(asked).toContain('POST /v1/notify-test {"insideDelivery":"01K6ABC"}');
  });
});

describe('without a daemon', () => {
  it('says so, how to start it, and what it sees of configuration and hook; argv[0] alone', async () => {
    const home = throwaway();
    const hook = program(home, 'hook.sh', 'exit 0');
    notifyTable(home, hook, '--token', 'very-private');
    const { code, out, err } = await harness(home, ['doctor']);
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^daemon\s+error\s+the daemon is not running/m);
    expect(out).toContain('start it with `harness daemon`');
    expect(out).toMatch(new RegExp(`^notify\\s+ok\\s+${hook}`, 'm'));
    expect(out).not.toContain('very-private');
    const json = await harness(home, ['doctor', '--json']);
    expect(json.out).not.toContain('very-private');
    expect(JSON.parse(json.out)).toMatchObject({ status: 'error' });
  });

  it('finds a hook that is not there, and every error of the configuration', async () => {
    const home = throwaway();
    notifyTable(home, join(home.folder, 'absent'));
    expect((await harness(home, ['doctor'])).out).toMatch(/^notify\s+error\s+.*absent/m);
    writeFileSync(home.configFile, '[notify]\ncommand = "x"\ntimeuot = "1s"\n');
    const { out } = await harness(home, ['doctor']);
    expect(out).toMatch(/^config\s+error\s+.*2 errors$/m);
    expect(out).toContain(`${home.configFile}:2:`);
    expect(out).toContain(`${home.configFile}:3:`);
  });

  it('never runs the hook itself, and the test has failed', async () => {
    const home = throwaway();
    const ran = join(home.folder, 'ran');
    notifyTable(home, program(home, 'hook.sh', `: > ${ran}`));
    const { code, out } = await harness(home, ['doctor', '--notify-test']);
    expect(code).toBe(1);
    expect(out).toMatch(/^notify-test\s+error\s+not run: the daemon is not running/m);
    expect(existsSync(ran)).toBe(false);
  });

  it('waits for one that has announced its start', async () => {
    const home = throwaway();
    const folder = stateFolder(home.env);
    announceStart(folder, ownIdentity());
    const report = harness(home, ['doctor']);
    // Later than the grace for a daemon that nobody knows of.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await fakeDaemon(home, { 'GET /v1/doctor': [200, { checks: [] }] });
    expect(await report).toMatchObject({ code: 0 });
  });
});
