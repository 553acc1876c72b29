import type { Turn } from '@harness/turns';
import type { TraceSource, TraceStatus, TraceTrouble } from './trace.ts';

/** What one kind of transcript knows about itself. */
export interface SourceReport
  extends Pick<TraceStatus, 'ambiguous' | 'behind' | 'skipped' | 'sources'> {
  readonly version?: string;
  readonly trouble?: TraceTrouble;
}

/** Where a trace's turns come from: files of lines, or a store. */
export interface Source {
  readonly root: string;
  /** The newest version that its reader was tried with. */
  readonly triedVersion: string;
  /** The turns that were written since the last look. Never rejects for the state of a transcript. */
  look(): Promise<readonly Turn[]>;
  report(): SourceReport;
}

/** At most so many sources are named in a status. */
const NAMED_SOURCES = 32;

/** The newest of them, named. */
export function newest(sources: Iterable<TraceSource>): readonly TraceSource[] {
  return [...sources].slice(-NAMED_SOURCES).reverse();
}
