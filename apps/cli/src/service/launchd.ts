import { homedir } from 'node:os';
import { join } from 'node:path';
import { ask, inSteps } from './ask.ts';
import { LABEL, propertyList } from './launchd-plist.ts';
import type { ServiceKeeper, ServiceScope } from './service-keeper.ts';

/** The keeper of macOS. Source: launchctl(1), launchd.plist(5). */
export const launchd: ServiceKeeper = {
  program: 'launchctl',
  path: plistPath,
  text: propertyList,
  start(kind, env) {
    const load = [
      ['launchctl', 'enable', target(kind)],
      ['launchctl', 'bootstrap', domain(kind), plistPath(kind, env)],
    ];
    return inSteps(isLoaded(kind, env) ? [unload(kind), ...load] : load, env);
  },
  stop: (kind, env) => (isLoaded(kind, env) ? inSteps([unload(kind)], env) : undefined),
  forget: () => undefined,
  state(kind, env) {
    const { ok, said } = ask(['launchctl', 'print', target(kind)], env);
    const state = /^\s*state = (.+)$/m.exec(said)?.[1] ?? 'inactive';
    return { active: state === 'running' ? 'active' : state, enabled: ok ? 'enabled' : 'disabled' };
  },
};

function isLoaded(kind: ServiceScope['kind'], env: Parameters<typeof ask>[1]): boolean {
  return ask(['launchctl', 'print', target(kind)], env).ok;
}

function unload(kind: ServiceScope['kind']): string[] {
  return ['launchctl', 'bootout', target(kind)];
}

function target(kind: ServiceScope['kind']): string {
  return `${domain(kind)}/${LABEL}`;
}

function domain(kind: ServiceScope['kind']): string {
  return kind === 'system' ? 'system' : `gui/${process.getuid?.() ?? 0}`;
}

function plistPath(kind: ServiceScope['kind'], env: Parameters<typeof ask>[1]): string {
  return kind === 'system'
    ? `/Library/LaunchDaemons/${LABEL}.plist`
    : join(env['HOME'] || homedir(), 'Library/LaunchAgents', `${LABEL}.plist`);
}
