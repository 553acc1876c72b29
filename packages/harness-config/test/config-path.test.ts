import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configPath } from '../src/index.ts';

const HOME = '/home/me';

it.each([
  [{ HOME }, undefined, '/home/me/.config/harness/harness.toml'],
  [{ HOME, XDG_CONFIG_HOME: '/x' }, undefined, '/x/harness/harness.toml'],
  [{ HOME, XDG_CONFIG_HOME: '' }, undefined, '/home/me/.config/harness/harness.toml'],
  [{ HOME, XDG_CONFIG_HOME: 'relative' }, undefined, '/home/me/.config/harness/harness.toml'],
  [{ HOME, XDG_CONFIG_HOME: '/x', HARNESS_CONFIG: '/y.toml' }, undefined, '/y.toml'],
  [{ HOME, HARNESS_CONFIG: '' }, undefined, '/home/me/.config/harness/harness.toml'],
  [{ HOME, HARNESS_CONFIG: '/y.toml' }, '/z.toml', '/z.toml'],
  [{ HOME, HARNESS_CONFIG: '/y.toml' }, '', '/y.toml'],
  [{ HOME }, 'z.toml', join(process.cwd(), 'z.toml')],
])('in %j with the flag %j it is %s', (environment, flag, path) => {
  expect(configPath(environment, flag)).toBe(path);
});
