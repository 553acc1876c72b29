/** Why a configuration was refused, for programs; people read {@link Problem.message}. */
export const PROBLEM_CODES = [
  'encoding',
  'syntax',
  'unreadable',
  'unknown_key',
  'unsupported_key',
  'missing_key',
  'wrong_type',
  'wrong_value',
  'conflict',
  'misplaced',
  'duplicate',
] as const;

/** One of {@link PROBLEM_CODES}. */
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** A place in a text. Both count from 1; columns count UTF-16 code units, a byte-order mark none. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One reason why a configuration is refused, with the place to correct. */
export interface Problem extends Position {
  /** The file as the caller named it. */
  readonly file: string;
  readonly code: ProblemCode;
  /** The dotted key, such as `harness.a.restart` or `notify.events[1]`; absent for a broken text. */
  readonly key?: string;
  /** The refused value as shown to people; absent when it may be private or there is none. */
  readonly value?: string;
  /** One line that names key and value and says what would be right. */
  readonly message: string;
}

/** A reading that failed: at least one problem, in the order of the text. */
export interface Refused {
  readonly kind: 'refused';
  readonly problems: readonly Problem[];
}

/** The line that people and editors read: `FILE:LINE:COLUMN: message`. */
export function formatProblem(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`;
}

/** Orders by file and position and leaves out what was said already. */
export function arrangeProblems(problems: readonly Problem[]): Problem[] {
  if (problems.length < 2) {
    return [...problems];
  }
  const seen = new Set<string>();
  return [...problems].sort(byPlace).filter((problem) => {
    const line = formatProblem(problem);
    return !seen.has(line) && seen.add(line);
  });
}

function byPlace(left: Problem, right: Problem): number {
  if (left.file !== right.file) {
    return left.file < right.file ? -1 : 1;
  }
  return left.line - right.line || left.column - right.column;
}
