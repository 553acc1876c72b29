import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTIFIED_EVENTS } from '@harness/notify-core';
import { expect, it } from 'vitest';
import { type Home, harness, program, throwaway } from './home.ts';

function recorder(home: Home): { hook: string; seen: () => string } {
  const file = join(home.folder, 'seen');
  const hook = program(home, 'hook.sh', `{ env; echo "args=$*"; cat; } > ${file}; echo printed`);
  return { hook, seen: () => readFileSync(file, 'utf8') };
}

it.each(NOTIFIED_EVENTS)(
  'notify example %s: the variables, and the very line of stdin',
  async (event) => {
    const { code, out } = await harness(throwaway(), ['notify', 'example', event]);
    const [variables = '', stdin = ''] = out.split('\n\n');
    const payload = JSON.parse(stdin);
    expect(code).toBe(0);
    expect(variables).toContain(`HARNESS_NOTIFY_EVENT=${event}\n`);
    expect(variables).toContain(`HARNESS_NOTIFY_MESSAGE=[sample] `);
    expect(payload).toMatchObject({
      version: 1,
      event,
      message: expect.stringMatching(/^\[sample\] /),
    });
    expect(payload.id).toMatch(/^sample-/);
    expect(payload.harness).toBe(event === 'test' ? undefined : 'example');
  },
);

it('notify example --json: environment, stdin and payload in one object', async () => {
  const { out } = await harness(throwaway(), ['notify', 'example', 'failed', '--json']);
  const { environment, stdin, payload } = JSON.parse(out);
  expect(environment).toMatchObject({
    HARNESS_NOTIFY_EVENT: 'failed',
    HARNESS_NOTIFY_STATE: 'failed',
  });
  expect(JSON.parse(stdin)).toEqual(payload);
});

it('notify try: runs the configured hook here, with a sample', async () => {
  const home = throwaway();
  const { hook, seen } = recorder(home);
  writeFileSync(home.configFile, `[notify]\ncommand = [${JSON.stringify(hook)}, "--topic"]\n`);
  const { code, out } = await harness(home, ['notify', 'try', 'parked'], {
    HARNESS_NOTIFY_EVENT: 'stale',
    OTHER: 'kept',
  });
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^printed\nok: ${hook} exited with 0, in \\d+ms\n$`));
  expect(seen()).toContain('HARNESS_NOTIFY_EVENT=parked\n');
  expect(seen()).toContain('OTHER=kept\n');
  expect(seen()).toContain('args=--topic\n');
  expect(seen()).toContain('"harness":"example"');
});

it('notify try --command: runs another program, with its arguments behind `--`', async () => {
  const home = throwaway();
  const { seen } = recorder(home);
  const args = ['notify', 'try', 'failed', '--command', './hook.sh', '--', '--quiet', 'a b'];
  expect((await harness(home, args)).code).toBe(0);
  expect(seen()).toContain('args=--quiet a b\n');
});

it('notify try: exits 1 when the hook does, with its output and never the rest of its argv', async () => {
  const home = throwaway();
  const hook = program(home, 'bad.sh', 'echo because >&2; exit 7');
  writeFileSync(home.configFile, `[notify]\ncommand = [${JSON.stringify(hook)}, "very-private"]\n`);
  const text = await harness(home, ['notify', 'try', 'failed']);
  expect(text.code).toBe(1);
  expect(text.out).toContain(`because\nerror: ${hook} exited with 7`);
  const json = await harness(home, ['notify', 'try', 'failed', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({
    try: { program: hook, result: 'error', detail: 'exited with 7', tail: 'because\n' },
  });
  expect(text.out + text.err + json.out + json.err).not.toContain('very-private');
});

it.each([
  ['', 'no notify hook is configured', 1],
  ['[notify]\ncommand = "x"\n', 'has errors', 1],
])('notify try: exits 1 when there is no hook to run: %j', async (toml, words, code) => {
  const home = throwaway();
  writeFileSync(home.configFile, toml);
  const ending = await harness(home, ['notify', 'try', 'failed']);
  expect([ending.code, ending.out]).toEqual([code, '']);
  expect(ending.err).toContain(words);
});

it('notify try: arguments without --command are a mistake', async () => {
  expect(await harness(throwaway(), ['notify', 'try', 'failed', 'x'])).toMatchObject({ code: 2 });
});
