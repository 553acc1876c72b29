import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { harness, throwaway } from './home.ts';

const GOOD = '[harness.a]\nharness = "command"\nargv = ["/bin/true"]\n';
const BAD = '[notify]\ncommand = "x"\ntimeuot = "1s"\n';

it('says that the global file is fine, and how many harnesses it has', async () => {
  const home = throwaway();
  writeFileSync(home.configFile, GOOD);
  const { code, out } = await harness(home, ['config', 'check']);
  expect([code, out]).toEqual([0, `${home.configFile}: fine, 1 harness\n`]);
});

it('tells every error of a named file with its place, and exits 1', async () => {
  const home = throwaway();
  const file = join(home.folder, 'bad.toml');
  writeFileSync(file, BAD);
  const { code, out, err } = await harness(home, ['config', 'check', 'bad.toml']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(new RegExp(`^${file}:2:\\d+: .*\n${file}:3:\\d+: .*timeout.*\n$`));
  const json = await harness(home, ['config', 'check', 'bad.toml', '--json']);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    file,
    valid: false,
    problems: [{}, {}].map(() => expect.stringContaining(file)),
  });
});

it('masks what a problem quotes, where it is secret', async () => {
  const home = throwaway();
  const secret = ['ghp', 'Ab3dEf9hIjKlMnOpQrStUvWxYz0123456789'].join('_');
  writeFileSync(home.configFile, `[notify]\ncommand = ["/bin/true"]\ntimeout = "${secret}"\n`);
  const { code, err } = await harness(home, ['config', 'check']);
  expect(code).toBe(1);
  expect(err).toMatch(/:3:\d+: .*timeout.*\[REDACTED\]/);
  expect(err).not.toContain(secret);
});

it('takes HARNESS_CONFIG before the default place, and --config before that', async () => {
  const home = throwaway();
  writeFileSync(home.configFile, BAD);
  writeFileSync(join(home.folder, 'good.toml'), GOOD);
  const env = { HARNESS_CONFIG: home.configFile };
  expect((await harness(home, ['config', 'check'], env)).code).toBe(1);
  expect((await harness(home, ['config', 'check', '--config', 'good.toml'], env)).code).toBe(0);
});

it('says that a file is not there', async () => {
  const { code, err } = await harness(throwaway(), ['config', 'check', 'absent.toml']);
  expect(code).toBe(1);
  expect(err).toContain('absent.toml');
});

it('has nothing to check while there is no file and nobody named one', async () => {
  const { code, err } = await harness(throwaway(), ['config', 'check']);
  expect([code, err]).toEqual([1, expect.stringContaining('there is no configuration file')]);
});

it('shows every setting with its origin, of the hook the program alone', async () => {
  const home = throwaway();
  writeFileSync(home.configFile, `[notify]\ncommand = ["/hook", "very-private"]\n${GOOD}`);
  const { code, out } = await harness(home, ['config', 'show']);
  expect(code).toBe(0);
  expect(out).toMatch(/^notify\.timeout\s+"15s"\s+default$/m);
  expect(out).toMatch(
    new RegExp(`^harness\\.a\\.argv\\s+\\["/bin/true"\\]\\s+${home.configFile}:5$`, 'm'),
  );
  const json = await harness(home, ['config', 'show', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({
    file: home.configFile,
    settings: expect.any(Array),
  });
  expect(out + json.out).not.toContain('very-private');
});

it('prints the JSON Schema of the file', async () => {
  const { out } = await harness(throwaway(), ['config', 'schema']);
  expect(JSON.parse(out)).toMatchObject({ properties: { notify: {}, harness: {} } });
});
