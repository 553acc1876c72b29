import type { Verb } from './verb.ts';

/** An option of the command line. */
export interface OptionSpec {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** What the help calls its value. */
  readonly value?: string;
  readonly help: string;
}

/** A word that a verb takes. */
interface ArgumentSpec {
  readonly name: string;
  readonly help: string;
  readonly optional?: true;
  /** The last one may stand for several words. */
  readonly many?: true;
}

/** One verb of the command line. */
export interface VerbSpec {
  /** `list`, or with its group `daemon status`. */
  readonly path: string;
  readonly summary: string;
  readonly takes: readonly ArgumentSpec[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** For programs: the help does not show it. */
  readonly hidden?: true;
  /** Loads the code of this verb alone. */
  readonly load: () => Promise<Verb>;
}

/** What every verb takes. */
export const SHARED_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  json: { type: 'boolean', help: 'print one JSON object' },
  socket: { type: 'string', value: 'path', help: "the daemon's socket" },
  config: { type: 'string', value: 'file', help: 'the global configuration file' },
};

/** Verbs that only hold others, with their summaries. */
export const GROUPS: Readonly<Record<string, string>> = {
  notify: 'what people were told, and help for the authors of hooks',
  config: 'look at the configuration; `harness help configuration` explains its keys',
  service: 'have the daemon kept running by systemd or launchd',
};

const NAMES: ArgumentSpec = {
  name: 'name',
  help: 'a harness, as `harness list` shows it',
  many: true,
};
const NAME: ArgumentSpec = { name: 'name', help: 'a harness, as `harness list` shows it' };
const EVENT: ArgumentSpec = { name: 'event', help: 'an event, such as `failed`' };
const FILE: ArgumentSpec = { name: 'file', help: 'default: the global file', optional: true };

const FOLDER: ArgumentSpec = { name: 'folder', help: 'default: the current one', optional: true };

const DAEMON_OPTIONS: VerbSpec['options'] = {
  'log-file': { type: 'string', value: 'file', help: 'write the log there instead of to stderr' },
  'log-level': { type: 'string', value: 'level', help: 'trace, debug, info, warn or error' },
  'metrics-listen': {
    type: 'string',
    value: 'where',
    help: 'HOST:PORT of the metrics, or `off`, instead of what the configuration says',
  },
};

const HISTORY_LINES: OptionSpec = {
  type: 'string',
  short: 'n',
  value: 'number',
  help: 'how many of the newest entries (default 20)',
};

const HISTORY_OPTIONS: VerbSpec['options'] = {
  harness: { type: 'string', value: 'name', help: 'only of this harness' },
  event: { type: 'string', value: 'event', help: 'only of this event' },
  result: {
    type: 'string',
    value: 'result',
    help: 'only ok, error, timeout, dropped, suppressed or unwanted',
  },
  since: {
    type: 'string',
    value: 'when',
    help: 'only since then: an age such as 90m or 2h, or an instant',
  },
  lines: HISTORY_LINES,
  follow: { type: 'boolean', short: 'f', help: 'go on with what comes from now on' },
};

const SERVICE_OPTIONS: VerbSpec['options'] = {
  system: { type: 'boolean', help: "the machine's service instead of your own" },
  keeper: { type: 'string', value: 'keeper', help: "systemd or launchd; default: this machine's" },
};

/** Every verb, in the order of the help. */
export const VERBS: readonly VerbSpec[] = [
  {
    path: 'daemon',
    summary: 'run the daemon in the foreground (the same as `daemon run`)',
    takes: [],
    options: DAEMON_OPTIONS,
    load: async () => (await import('./verbs/daemon-run.ts')).daemonRun,
  },
  {
    path: 'daemon run',
    summary: 'run the daemon in the foreground',
    takes: [],
    options: DAEMON_OPTIONS,
    load: async () => (await import('./verbs/daemon-run.ts')).daemonRun,
  },
  {
    path: 'daemon status',
    summary: 'say whether the daemon answers; exit 1 if not',
    takes: [],
    options: {},
    load: async () => (await import('./verbs/daemon-status.ts')).daemonStatus,
  },
  {
    path: 'daemon stop',
    summary: 'stop the daemon and wait until it has ended',
    takes: [],
    options: {},
    load: async () => (await import('./verbs/daemon-stop.ts')).daemonStop,
  },
  {
    path: 'up',
    summary: 'take the project of a folder: run the harnesses of its harness.toml',
    takes: [FOLDER],
    options: {},
    load: async () => (await import('./verbs/up.ts')).up,
  },
  {
    path: 'down',
    summary: 'drop the project of a folder, and wait until nothing of it is left',
    takes: [FOLDER],
    options: {},
    load: async () => (await import('./verbs/down.ts')).down,
  },
  {
    path: 'list',
    summary: 'one row for each harness',
    takes: [],
    options: {},
    load: async () => (await import('./verbs/list.ts')).list,
  },
  {
    path: 'describe',
    summary: 'everything about one harness',
    takes: [NAME],
    options: {},
    load: async () => (await import('./verbs/describe.ts')).describe,
  },
  {
    path: 'start',
    summary: 'start harnesses and keep them up',
    takes: [NAMES],
    options: {},
    load: async () => (await import('./verbs/command-harnesses.ts')).start,
  },
  {
    path: 'stop',
    summary: 'stop harnesses and wait until nothing of them is left',
    takes: [NAMES],
    options: {},
    load: async () => (await import('./verbs/command-harnesses.ts')).stop,
  },
  {
    path: 'restart',
    summary: 'stop harnesses if they are up, and start them anew',
    takes: [NAMES],
    options: {},
    load: async () => (await import('./verbs/command-harnesses.ts')).restart,
  },
  {
    path: 'reload',
    summary: 'read the configuration again',
    takes: [],
    options: {},
    load: async () => (await import('./verbs/reload.ts')).reload,
  },
  {
    path: 'trigger',
    summary: 'ask for a run of a one-shot now',
    takes: [NAME],
    options: {
      wait: {
        type: 'boolean',
        help: 'wait for its end; exit with its code, 124 timed out, 75 skipped',
      },
    },
    load: async () => (await import('./verbs/trigger.ts')).trigger,
  },
  {
    path: 'run',
    summary: 'run a command as a harness that is gone when it ends; exit with its code',
    takes: [{ name: 'command', help: 'the program and its arguments, after `--`', many: true }],
    options: {
      tty: { type: 'boolean', help: 'give it a terminal of its own' },
      timeout: { type: 'string', value: 'time', help: 'end it after this long, such as 90s or 2h' },
    },
    load: async () => (await import('./verbs/run.ts')).run,
  },
  {
    path: 'runs',
    summary: 'the newest runs of one-shots',
    takes: [{ ...NAMES, optional: true }],
    options: {
      outcome: {
        type: 'string',
        value: 'outcome',
        help: 'only these: success, failed, timed_out, …',
      },
      limit: { type: 'string', short: 'n', value: 'number', help: 'how many at most (default 20)' },
    },
    load: async () => (await import('./verbs/runs.ts')).runs,
  },
  {
    path: 'logs',
    summary: 'what a harness printed',
    takes: [NAME],
    options: {
      lines: {
        type: 'string',
        short: 'n',
        value: 'number',
        help: 'how many of the last lines (default 200, with --follow 10)',
      },
      follow: { type: 'boolean', short: 'f', help: 'go on with what it prints from now on' },
      run: {
        type: 'string',
        value: 'number',
        help: 'only of this run, as `harness runs` shows it',
      },
      screen: { type: 'boolean', help: 'what its terminal shows now' },
    },
    load: async () => (await import('./verbs/logs.ts')).logs,
  },
  {
    path: 'open',
    summary: 'log a browser in to the board: print a link that works once, and open it',
    takes: [],
    options: { print: { type: 'boolean', help: 'only print the link' } },
    load: async () => (await import('./verbs/open.ts')).open,
  },
  {
    path: 'doctor',
    summary: 'check the daemon, the configuration and the notify hook; exit 1 on any error',
    takes: [],
    options: {
      'notify-test': {
        type: 'boolean',
        help: 'have the daemon run the notify hook once with a `test` event first',
      },
    },
    load: async () => (await import('./verbs/doctor.ts')).doctor,
  },
  {
    path: 'notify history',
    summary: 'what people were told, and what became of it',
    takes: [],
    options: HISTORY_OPTIONS,
    load: async () => (await import('./verbs/notify-history.ts')).notifyHistory,
  },
  {
    path: 'notify why',
    summary: 'why somebody was told of a harness, or was not',
    takes: [NAME],
    options: { lines: HISTORY_LINES },
    load: async () => (await import('./verbs/notify-why.ts')).notifyWhy,
  },
  {
    path: 'notify example',
    summary: 'print the environment and the standard input of a sample event',
    takes: [EVENT],
    options: {},
    load: async () => (await import('./verbs/notify-example.ts')).notifyExample,
  },
  {
    path: 'notify try',
    summary: 'run the notify hook here, without the daemon, with a sample event',
    takes: [
      EVENT,
      { name: 'argument', help: 'arguments of --command, after `--`', optional: true, many: true },
    ],
    options: {
      command: {
        type: 'string',
        value: 'program',
        help: 'run this program instead of the configured hook',
      },
    },
    load: async () => (await import('./verbs/notify-try.ts')).notifyTry,
  },
  {
    path: 'config check',
    summary: 'say every error of a configuration file; exit 1 if there is one',
    takes: [FILE],
    options: {},
    load: async () => (await import('./verbs/config-check.ts')).configCheck,
  },
  {
    path: 'config show',
    summary: 'every effective setting, and where it comes from',
    takes: [],
    options: {},
    load: async () => (await import('./verbs/config-show.ts')).configShow,
  },
  {
    path: 'config schema',
    summary: 'the JSON Schema of harness.toml',
    takes: [],
    options: {},
    load: async () => (await import('./verbs/config-schema.ts')).configSchema,
  },
  {
    path: 'service install',
    summary: 'have the daemon started now and at each boot or login, and kept running',
    takes: [],
    options: {
      ...SERVICE_OPTIONS,
      'run-as': { type: 'string', value: 'user', help: 'whom the daemon runs as; with --system' },
      print: { type: 'boolean', help: 'only print what would be written' },
    },
    load: async () => (await import('./verbs/service-install.ts')).serviceInstall,
  },
  {
    path: 'service uninstall',
    summary: 'stop the service and remove its unit',
    takes: [],
    options: SERVICE_OPTIONS,
    load: async () => (await import('./verbs/service-uninstall.ts')).serviceUninstall,
  },
  {
    path: 'service status',
    summary: 'say whether the service is installed and up; exit 1 if not',
    takes: [],
    options: SERVICE_OPTIONS,
    load: async () => (await import('./verbs/service-status.ts')).serviceStatus,
  },
  {
    path: 'completion',
    summary: 'print what bash, zsh or fish loads to complete verbs, options and names',
    takes: [{ name: 'shell', help: 'bash, zsh or fish' }],
    options: {},
    load: async () => (await import('./verbs/completion.ts')).completion,
  },
  {
    path: 'complete',
    summary: 'what may stand at the end of a command line, for completion scripts',
    takes: [{ name: 'word', help: 'the words so far, after `--`', optional: true, many: true }],
    options: {},
    hidden: true,
    load: async () =>
      (await import('./verbs/complete.ts')).completeFrom({
        verbs: VERBS,
        groups: GROUPS,
        shared: SHARED_OPTIONS,
      }),
  },
  {
    path: 'help',
    summary: 'what a verb takes, or what the documents say about a topic',
    takes: [{ name: 'topic', help: 'a verb, a topic, or `topics`', optional: true, many: true }],
    options: {},
    load: async () => (await import('./verbs/help.ts')).helpBeside(VERBS.map(({ path }) => path)),
  },
];
