/** What can be wrong with a hook's file, seen without running it. */
export const HOOK_FINDING_CODES = [
  'missing',
  'dangling_link',
  'unreadable_parent',
  'not_a_file',
  'unreachable',
  'not_executable',
  'noexec_mount',
  'unreadable',
  'empty',
  'no_interpreter_line',
  'byte_order_mark',
  'interpreter_carriage_return',
  'interpreter_missing',
  'interpreter_not_executable',
  'interpreter_not_on_path',
  'writable_by_others',
] as const;

/** One of {@link HOOK_FINDING_CODES}. */
export type HookFindingCode = (typeof HOOK_FINDING_CODES)[number];

/** One thing found: an `error` keeps the hook from running, a `warn` does not. */
export interface HookFinding {
  readonly level: 'error' | 'warn';
  readonly code: HookFindingCode;
  /** One line for people; control characters are shown escaped. */
  readonly message: string;
}

/** A finding that keeps the hook from running. */
export function error(code: HookFindingCode, message: string): HookFinding {
  return { level: 'error', code, message };
}

/** A finding that does not keep the hook from running. */
export function warning(code: HookFindingCode, message: string): HookFinding {
  return { level: 'warn', code, message };
}
