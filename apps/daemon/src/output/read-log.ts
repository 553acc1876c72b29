/** How much of a log is read. */
export interface TailOptions {
  /** How many lines at most. */
  readonly lines: number;
  /** How many bytes at most; older lines are left out. Default 8 MiB. */
  readonly maxBytes?: number;
}

/** The last lines of a log, oldest first, across its rotated files; an absent log has none. */
export function readLastLines(_path: string, _options: TailOptions): Promise<string[]> {
  return Promise.resolve([]);
}

/** What wakes a follower: `DurableLog.onAppended` of the same file. */
export type OnAppended = (listener: () => void) => () => void;

/**
 * Yields the last `lines` and then whatever is appended, across rotation and truncation, until `signal`
 * aborts; ends then without an error.
 */
export async function* followLog(
  _path: string,
  _onAppended: OnAppended,
  _options: TailOptions & { readonly signal: AbortSignal },
): AsyncGenerator<string[], void, undefined> {
  yield await Promise.resolve([]);
}
