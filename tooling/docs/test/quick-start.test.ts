import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { freePort, throwawayHome, waitFor } from '@harness/testkit';
import { execa } from 'execa';
import { expect, inject, it, onTestFinished } from 'vitest';
import { documentAt, ofType } from './documents.ts';
import { shellCommands } from './shell-commands.ts';

/** Not run here, since the folder is that of a checkout which has been through them. */
const DONE_BEFORE = ['npx --yes pnpm@12.21.0 install', 'npx --yes pnpm@12.21.0 build'];

/** The one address on the page that is not of this machine. */
const SERVICE = 'https://ntfy.sh/';

/** From here on a page may go on after the alert. */
const END = 'Then';

interface Post {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

it('takes ten commands or fewer', () => {
  expect(commands().length).toBeGreaterThan(DONE_BEFORE.length);
  expect(commands().length).toBeLessThanOrEqual(10);
});

it('leads a new user from a bare clone to an alert on a channel of their own', async () => {
  const home = await throwawayHome();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const { address, posts } = await receiver();
  const script = commands()
    .filter((command) => !DONE_BEFORE.includes(command))
    .map((command) => command.replace(SERVICE, `${address}/`));
  expect(script.filter((command) => command.includes(address))).toHaveLength(1);
  const { code, output } = await typed(script, home.dir);
  expect([code, output]).toEqual([0, expect.stringContaining('daemon ready')]);
  const failed = await waitFor(
    'the alert is on the channel',
    () => posts.find(({ title }) => title.startsWith('first: failed on ')),
    { timeoutMs: 45_000 },
  );
  expect(failed.text).toBe(quoted());
  expect(failed.path).toMatch(/^\/harness-[0-9a-f]{24}$/);
  expect(posts.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\[sample\] example failed: /),
    expect.stringMatching(/^first is flapping: /),
    failed.text,
  ]);
});

/** The commands of the page in their order, up to the alert. */
function commands(): readonly string[] {
  const { tokens } = documentAt('docs/quick-start.md');
  const end = tokens.findIndex((token) => token.type === 'heading' && token.text === END);
  return ofType(tokens.slice(0, end), 'code')
    .filter(({ lang }) => lang === 'sh')
    .flatMap(({ text }) => shellCommands(text));
}

/** Types commands into a shell in the folder of the checkout, in a home where nothing is set yet. */
async function typed(
  script: readonly string[],
  folder: string,
): Promise<{ readonly code: number | undefined; readonly output: string }> {
  // The daemon goes on in the background, and would hold a pipe open.
  const screen = createWriteStream(join(folder, 'screen'));
  await once(screen, 'open');
  const { exitCode } = await execa('sh', ['-e', '-c', script.join('\n')], {
    cwd: inject('checkout'),
    env: {
      HOME: join(folder, 'home'),
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
      HARNESS_METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
    },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    stdout: screen,
    stderr: screen,
  });
  screen.end();
  return { code: exitCode, output: await readFile(join(folder, 'screen'), 'utf8') };
}

/** The message that the page promises. */
function quoted(): string | undefined {
  return ofType(documentAt('docs/quick-start.md').tokens, 'code').find(
    ({ lang }) => lang === 'text',
  )?.text;
}

/** Stands where the public service would. */
async function receiver(): Promise<{ readonly address: string; readonly posts: readonly Post[] }> {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    posts.push(await postOf(request));
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the system gave no port');
  }
  return { address: `http://127.0.0.1:${address.port}`, posts };
}

async function postOf(request: IncomingMessage): Promise<Post> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return {
    path: request.url ?? '',
    title: String(request.headers['title']),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
