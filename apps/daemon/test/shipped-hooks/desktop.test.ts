import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitFor } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { expected, startServer } from './real-server.ts';
import {
  AWKWARD,
  DONE,
  RECOVERED,
  runShipped,
  throwawayFile,
  throwawayFolder,
} from './run-shipped.ts';

/** A bus that starts nothing by itself, at `bus` in a folder. */
async function sessionBus(folder: string): Promise<string> {
  const config = throwawayFile(`<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <policy context="default">
    <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
  </policy>
</busconfig>
`);
  const words = ['--nofork', '--print-address', `--config-file=${config}`];
  return await firstLine(startServer('dbus-daemon', words));
}

/** A desktop of one's own: a bus, a screen that nobody sees, and dunst, which prints what it shows. */
async function desktop() {
  const folder = throwawayFolder();
  const [address, display] = await Promise.all([
    sessionBus(folder),
    firstLine(startServer('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'])),
  ]);
  const config = throwawayFile('[global]\nmarkup = full\n');
  const dunst = startServer('dunst', ['-config', config, '-print'], {
    DISPLAY: `:${display}`,
    DBUS_SESSION_BUS_ADDRESS: address,
  });
  let printed = '';
  dunst.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
  });
  // As a unit of systemd finds it, without the address of the bus.
  const show = (told: object) =>
    runShipped('desktop', [], told, { env: { XDG_RUNTIME_DIR: folder } });
  await waitFor('something shows it', async () => {
    const { detail } = await show({ event: 'test', id: 'ready', episode: undefined });
    return detail.kind === 'exited' && detail.code === 0;
  });
  return {
    show,
    shown: async (count: number) =>
      await waitFor(`${count} are shown`, () => {
        const all = shownIn(printed).filter(({ summary }) => !summary?.includes('test'));
        return all.length >= count ? all : undefined;
      }),
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) {
    for await (const line of createInterface(stdout)) {
      return line;
    }
  }
  throw new Error('it has ended');
}

/** What dunst says that it showed. */
function shownIn(printed: string): readonly Readonly<Record<string, string>>[] {
  return printed
    .split(/^\}$/m)
    .slice(0, -1)
    .map((block) =>
      Object.fromEntries(
        [...block.matchAll(/^\t(\w+): (.*)$/gm)].map(([, key = '', value = '']) => [
          key,
          value.replace(/^'(.*)'$/, '$1'),
        ]),
      ),
    );
}

describe.runIf(expected('notify-send', 'dbus-daemon', 'dunst', 'Xvfb'))(
  'desktop (Debian: libnotify-bin, dbus, dunst, xvfb)',
  () => {
    it('shows a message character by character, and its end in its place', async () => {
      const { show, shown } = await desktop();
      expect(await show({})).toMatchObject(DONE);
      expect(await show({ event: 'stalled', id: '0198-3', episode: 'episode-2' })).toMatchObject(
        DONE,
      );
      expect(await show({ ...RECOVERED, resolves: ['episode-1'] })).toMatchObject(DONE);
      const [failed, stalled, recovered] = await shown(3);
      const markup = AWKWARD.replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;');
      expect(failed).toMatchObject({
        appname: 'Harness',
        summary: 'claude-rc: failed on kitt',
        body: markup,
        urgency: 'CRITICAL',
      });
      expect(stalled?.['id']).not.toBe(failed?.['id']);
      expect(recovered).toMatchObject({
        summary: 'claude-rc: recovered on kitt',
        urgency: 'LOW',
        id: failed?.['id'],
      });
    });

    it('shows a delivery that comes again in the same place', async () => {
      const { show, shown } = await desktop();
      const told = { event: 'flapping', severity: 'notice', episode: undefined } as const;
      await show(told);
      await show({ ...told, replayed: true });
      const [first, second] = await shown(2);
      expect(first).toMatchObject({ urgency: 'NORMAL' });
      expect(second?.['id']).toBe(first?.['id']);
    });
  },
);

it.runIf(expected('notify-send', 'dbus-daemon'))(
  'fails where nobody shows it (Debian: libnotify-bin, dbus)',
  async () => {
    const folder = throwawayFolder();
    await sessionBus(folder);
    const { detail, tail } = await runShipped(
      'desktop',
      [],
      {},
      {
        env: { XDG_RUNTIME_DIR: folder },
      },
    );
    expect(detail).toMatchObject({ kind: 'exited', code: 1 });
    expect(tail).toContain('org.freedesktop.Notifications');
  },
);
