import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_KINDS, type AgentKind } from '@harness/turns';
import { FIXTURES } from './lab.ts';

/** What a fixture must give. */
export interface Expectation {
  readonly file: string;
  readonly kind: AgentKind;
  readonly facts: Readonly<Record<string, number>>;
}

interface Entry {
  readonly file: string;
  readonly adapter: string;
  readonly expected: readonly {
    readonly facts?: Readonly<Record<string, number>>;
    readonly guard?: string;
    readonly park?: boolean;
    readonly until?: string;
  }[];
}

/** Whether a fixture's refusals name a reset, and which. */
export interface ExpectedPark {
  readonly file: string;
  readonly kind: AgentKind;
  readonly park: boolean;
  readonly until: string | undefined;
}

/** What the quota guard must find in the fixtures that are kept here. */
export function expectedParks(): readonly ExpectedPark[] {
  return entries().flatMap(({ file, adapter, expected }) => {
    const kind = AGENT_KINDS.find((each) => each === adapter);
    const quota = expected.find((each) => each.guard === 'quota');
    const isKept = existsSync(join(FIXTURES, file)) && !file.includes('subagents');
    return kind === undefined || quota?.park === undefined || !isKept
      ? []
      : [{ file, kind, park: quota.park, until: quota.until }];
  });
}

/** The expected facts of every fixture that a reader reads. */
export function expectedFacts(): readonly Expectation[] {
  return entries().flatMap(({ file, adapter, expected }) => {
    const kind = AGENT_KINDS.find((each) => each === adapter);
    const facts = expected.find((each) => each.facts !== undefined)?.facts;
    return kind === undefined || facts === undefined ? [] : [{ file, kind, facts }];
  });
}

function entries(): readonly Entry[] {
  return JSON.parse(readFileSync(join(FIXTURES, 'expectations.json'), 'utf8'));
}
