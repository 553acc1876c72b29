import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { expected, listening, startServer } from './real-server.ts';
import {
  AWKWARD,
  DONE,
  RECOVERED,
  runShipped,
  throwawayFile,
  throwawayFolder,
} from './run-shipped.ts';

/** A mail as somebody else's program reads it. */
interface Mail {
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly body: string;
}

const READ = `
import email, email.policy, json, sys
mails = []
for path in sys.argv[1:]:
    with open(path, 'rb') as file:
        raw = file.read()
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    mails.append({
        'headers': {name.lower(): str(value) for name, value in mail.items()},
        'raw': raw.decode('ascii'),
        'body': mail.get_content(),
    })
print(json.dumps(mails))
`;

/** A real SMTP server, the msmtp configuration for it, and what it has taken. */
async function mailServer() {
  const port = await freePort();
  const box = join(throwawayFolder(), 'box');
  startServer('aiosmtpd', [
    ...['--nosetuid', '--listen', `127.0.0.1:${port}`],
    ...['--class', 'aiosmtpd.handlers.Mailbox', box],
  ]);
  await listening(port);
  const file = throwawayFile(
    `account default\nhost 127.0.0.1\nport ${port}\nfrom harness@example.org\n`,
  );
  const mails = (): readonly Mail[] => {
    const paths = readdirSync(join(box, 'new')).map((name) => join(box, 'new', name));
    return JSON.parse(execFileSync('python3', ['-c', READ, ...paths], { encoding: 'utf8' }));
  };
  return { file, mails };
}

describe.runIf(expected('msmtp', 'aiosmtpd'))('mail (Debian: msmtp, python3-aiosmtpd)', () => {
  it('mails a message character by character, with a subject of it', async () => {
    const { file, mails } = await mailServer();
    const to = ['ada@example.org', 'bob@example.org'];
    expect(await runShipped('mail', [file, ...to], {})).toMatchObject(DONE);
    const [mail] = mails();
    expect(mail?.body).toBe(`${AWKWARD}\n`);
    expect(mail?.headers).toMatchObject({
      to: 'ada@example.org, bob@example.org',
      from: 'harness@example.org',
      subject: `[kitt] ${AWKWARD}`,
      'message-id': '<0198-1@kitt>',
      importance: 'high',
      'auto-submitted': 'auto-generated',
      'x-rcptto': 'ada@example.org, bob@example.org',
    });
  });

  it('makes one thread of an episode and its end', async () => {
    const { file, mails } = await mailServer();
    const send = (told: object) => runShipped('mail', [file, 'ada@example.org'], told);
    await send({});
    await send({ event: 'stalled', id: '0198-3', episode: 'episode-2' });
    await send({ ...RECOVERED, resolves: ['episode-1', 'episode-2'] });
    await send({ event: 'flapping', id: '0198-4', episode: undefined });
    const threads = Object.fromEntries(
      mails().map(({ headers }) => [headers['message-id'], headers['references']]),
    );
    expect(threads).toEqual({
      '<0198-1@kitt>': '<episode-1@kitt>',
      '<0198-3@kitt>': '<episode-2@kitt>',
      '<0198-2@kitt>': '<episode-1@kitt> <episode-2@kitt>',
      '<0198-4@kitt>': undefined,
    });
  });

  it('gives a delivery that comes again the same Message-ID', async () => {
    const { file, mails } = await mailServer();
    await runShipped('mail', [file, 'ada@example.org'], {});
    await runShipped('mail', [file, 'ada@example.org'], { replayed: true });
    const ids = mails().map(({ headers }) => headers['message-id']);
    expect(ids).toEqual(['<0198-1@kitt>', '<0198-1@kitt>']);
  });

  it('lets no text become a header, and no subject longer than 120 characters', async () => {
    const { file, mails } = await mailServer();
    const words = 'は日本語の長い知らせです🙂 '.repeat(40);
    const message = `one\r\nBcc: mallory@example.org\n\n.\r\nQUIT\t${words}`;
    const line = `one  Bcc: mallory@example.org  .  QUIT ${words}`;
    const told = { message, id: 'a>\r\nX-Id: 1', episode: 'b>\nX-Episode: 1' };
    expect(await runShipped('mail', [file, 'ada@example.org'], told)).toMatchObject(DONE);
    const [mail] = mails();
    expect(mails()).toHaveLength(1);
    expect(mail?.headers).toMatchObject({ 'x-rcptto': 'ada@example.org' });
    expect(Object.keys(mail?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:bcc|x-id|x-episode)$/)]),
    );
    const subject = [...`[kitt] ${line}`].slice(0, 120).join('');
    expect(mail?.headers['subject']).toBe(`${subject}…`);
    expect(mail?.body).toBe(`${line}\n`);
    expect(mail?.raw.split('\n').filter(({ length }) => length > 78)).toEqual([]);
  });

  it('mails what belongs to no harness', async () => {
    const { file, mails } = await mailServer();
    const told = {
      event: 'test',
      harness: undefined,
      state: undefined,
      episode: undefined,
    } as const;
    expect(await runShipped('mail', [file, 'ada@example.org'], told)).toMatchObject(DONE);
    expect(mails()).toHaveLength(1);
  });
});
