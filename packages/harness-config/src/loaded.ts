import type { Problem, TomlDocument } from '@harness/config-text';
import type { Config } from './spec/config.ts';

/** A drop-in that a lenient load went on without. */
export interface LeftOut {
  readonly file: string;
  readonly problems: readonly Problem[];
}

/** A configuration that holds, with the documents that it was read from: the global file first. */
export interface Loaded {
  readonly kind: 'config';
  readonly config: Config;
  readonly sources: readonly TomlDocument[];
  /** Empty unless the load was lenient. */
  readonly leftOut: readonly LeftOut[];
}
