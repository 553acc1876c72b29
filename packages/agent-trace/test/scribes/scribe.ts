import type { AgentKind } from '@harness/turns';
import type { Lab } from '../lab.ts';

/** Something that an agent writes down. */
export type Deed =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'injected' }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly args: object }
  | { readonly kind: 'result'; readonly id: string; readonly output: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string; readonly status: number };

/** Writes a session as one of the agents does. */
export interface Scribe {
  readonly session: string;
  readonly path: string;
  /** Appends what the agent did, with this stamp. */
  write(deeds: readonly Deed[], atMs?: number): void;
}

/** Begins a session of one agent in a lab; `cwd` is its working directory. */
export type NewScribe = (here: Lab, session: string, cwd?: string) => Scribe;

/** The scribe of an agent, and what the contract needs to know of it. */
export interface ScribeOf {
  readonly kind: AgentKind;
  readonly begin: NewScribe;
  readonly version: string;
}
