import type { Environment } from '@harness/protocol';

/** Whose service it is: of one user, or of the machine. */
export type ServiceScope =
  | { readonly kind: 'user' }
  /** @property runAs - The user that the daemon and its agents run as. */
  | { readonly kind: 'system'; readonly runAs: string };

/** What a service runs. */
export interface ServiceOptions {
  readonly scope: ServiceScope;
  /** The program and its words, absolute. */
  readonly command: readonly string[];
  /** Variables that agents need and that the keeper does not set, `PATH` above all. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A step that failed: the command line, and what it printed. */
export interface FailedStep {
  readonly step: string;
  readonly said: string;
}

/** What keeps a daemon running on a machine: each knows where its file lies, what is in it, and which program to ask. */
export interface ServiceKeeper {
  /** The program that it is asked through. */
  readonly program: 'systemctl' | 'launchctl';
  /** Where its file for a service lies. */
  readonly path: (kind: ServiceScope['kind'], env: Environment) => string;
  /** @throws {RangeError} A word or a variable that its file cannot hold. */
  readonly text: (options: ServiceOptions) => string;
  /** Takes the file up, and starts the service now and at each boot or login; anew where it runs already. */
  readonly start: (kind: ServiceScope['kind'], env: Environment) => FailedStep | undefined;
  /** Stops the service for good, while its file is still there. */
  readonly stop: (kind: ServiceScope['kind'], env: Environment) => FailedStep | undefined;
  /** Learns that the file is gone. */
  readonly forget: (kind: ServiceScope['kind'], env: Environment) => void;
  readonly state: (kind: ServiceScope['kind'], env: Environment) => ServiceState;
}

/** What a keeper says of an installed service. */
export interface ServiceState {
  /** `active` when it runs; the keeper's own word otherwise. */
  readonly active: string;
  /** `enabled` when it starts by itself. */
  readonly enabled: string;
}
