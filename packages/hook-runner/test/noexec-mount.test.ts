import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { mountOf, parseMounts } from '../src/noexec-mount.ts';

const TABLE = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:26 / /srv/my\\040data rw,nosuid,noexec master:1 - tmpfs none rw
31 22 0:27 / /srv rw - tmpfs none rw
32 22 0:28 / /twice rw,noexec - tmpfs none rw
33 22 0:29 / /twice rw - tmpfs none rw
`;

describe('the table of mounts', () => {
  it.each([
    { path: '/srv/my data/hook', point: '/srv/my data', options: 'rw,nosuid,noexec' },
    { path: '/srv/my data', point: '/srv/my data', options: 'rw,nosuid,noexec' },
    { path: '/srv/my database/hook', point: '/srv', options: 'rw' },
    { path: '/home/me/hook', point: '/', options: 'rw,relatime' },
    { path: '/twice/hook', point: '/twice', options: 'rw' },
  ])('says that $path is on $point', ({ path, point, options }) => {
    expect(mountOf(path, parseMounts(TABLE))).toEqual({ point, options: options.split(',') });
  });

  it.runIf(process.platform === 'linux')('is read as this system writes it', async () => {
    const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8'));
    expect(mountOf('/proc/self', mounts)?.point).toBe('/proc');
  });
});
