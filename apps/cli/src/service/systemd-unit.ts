import type { ServiceOptions } from './service-keeper.ts';

// Of what systemd offers, what an agent survives that builds software, signs in and opens sockets.
const FOR_ALL = ['NoNewPrivileges=yes', 'RestrictSUIDSGID=yes', 'LockPersonality=yes'];
// A user's own manager may not do these without hiding the other users from its services.
const FOR_SYSTEM = [
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectControlGroups=yes',
];

/**
 * The text of a systemd unit: `Type=notify` with a watchdog, and the sandbox that agents survive.
 *
 * @throws {RangeError} A line break in a word or a variable, which no unit can hold.
 *
 * Source: systemd.service(5), systemd.exec(5), systemd.kill(5), systemd.syntax(7).
 */
export function unitFile({ scope, command, environment }: ServiceOptions): string {
  const isSystem = scope.kind === 'system';
  return sections({
    Unit: [
      'Description=Harness: supervises agents and tells people when one needs them',
      ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    ],
    Service: [
      'Type=notify',
      // Signs of life come from systemd's own program, a child of the daemon.
      'NotifyAccess=all',
      `ExecStart=${command.map(execWord).join(' ')}`,
      ...(isSystem ? [`User=${plain(scope.runAs)}`] : []),
      ...Object.entries(environment).map(
        ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
      ),
      'WatchdogSec=60',
      'Restart=on-failure',
      'RestartSec=2',
      // The daemon ends its harnesses itself; what is left after half a minute is killed.
      'KillMode=mixed',
      'TimeoutStopSec=30',
      'UMask=0077',
      // Agents share files in /tmp with the people they work for.
      'PrivateTmp=no',
      ...FOR_ALL,
      ...(isSystem ? FOR_SYSTEM : []),
    ],
    Install: [`WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`],
  });
}

function sections(of: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(of)
    .map(([name, lines]) => `[${name}]\n${lines.join('\n')}\n`)
    .join('\n');
}

/** A word of a command line, in which a dollar stands for a variable. */
function execWord(word: string): string {
  return quoted(word).replaceAll('$', '$$$$');
}

function quoted(word: string): string {
  const escaped = plain(word).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%');
  return `"${escaped}"`;
}

function plain(word: string): string {
  if (/[\0\n\r]/.test(word)) {
    throw new RangeError(`${JSON.stringify(word)} cannot stand in a unit: it has a line break`);
  }
  return word;
}
