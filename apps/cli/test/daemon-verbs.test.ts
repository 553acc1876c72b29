import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { fakeDaemon, STATUS } from './fake-daemon.ts';
import { harness, throwaway } from './home.ts';

it('daemon status: exit 0 with what it knows of itself', async () => {
  const home = throwaway();
  await fakeDaemon(home, {});
  const { code, out } = await harness(home, ['daemon', 'status']);
  expect(code).toBe(0);
  expect(out).toMatch(/daemon ready: pid 4242, release 0\.0\.0, up .*, on \/run\/harness\.sock/);
  const asJson = await harness(home, ['daemon', 'status', '--json']);
  expect(JSON.parse(asJson.out)).toEqual({ running: true, ...STATUS });
});

it('daemon status: exit 1 when nobody answers', async () => {
  const { code, out } = await harness(throwaway(), ['daemon', 'status', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ running: false, error: { code: 'daemon_down' } });
});

it('daemon stop: asks it to end and waits until its process is gone', async () => {
  const home = throwaway();
  const daemon = spawn('sleep', ['60']);
  await once(daemon, 'spawn');
  const gone = once(daemon, 'exit');
  onTestFinished(() => {
    daemon.kill('SIGKILL');
  });
  let endedAt = 0;
  await fakeDaemon(home, {
    'GET /v1/status': [200, { ...STATUS, pid: daemon.pid }],
    'POST /v1/shutdown': (response) => {
      response.end('{}');
      setTimeout(() => daemon.kill(), 200);
    },
  });
  const stopped = harness(home, ['daemon', 'stop']);
  await gone;
  endedAt = performance.now();
  expect(await stopped).toMatchObject({ code: 0, out: 'daemon stopped\n' });
  expect(performance.now()).toBeGreaterThan(endedAt);
});
