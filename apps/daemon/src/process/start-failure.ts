/** Why a program could not be started: the system's error code, and a sentence's end for people. */
export interface StartFailure {
  readonly kind: 'not_started';
  /** As the system names it, for example ENOENT. */
  readonly code: string;
  /** One line that names the program or folder and never the arguments. */
  readonly reason: string;
}

const REASONS: Readonly<Record<string, string>> = {
  E2BIG: 'the arguments and the environment are too long',
  EAGAIN: 'the system has no room for another process or terminal',
  EMFILE: 'the daemon has no file descriptors left',
  ENFILE: 'the system has no file descriptors left',
  ENOEXEC: 'the program has a format that this system cannot run',
  ENOMEM: 'the system has no memory left',
  ENOTSUP: 'the terminal library is not installed for this system',
  ERR_INVALID_ARG_VALUE: 'an argument or a variable of the environment holds a NUL character',
  ETXTBSY: 'the program file is still being written',
  ELIBBAD: 'the program has a format that this system cannot run',
};

/** Puts an error of a spawn into words; the code is part of them. */
export function startFailure(error: unknown): StartFailure {
  const code = codeOf(error) ?? 'UNKNOWN';
  const reason = REASONS[code] ?? 'the system refused to start the program';
  return { kind: 'not_started', code, reason: `${reason} (${code})` };
}

/** The code of a system or Node error. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Whether an error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error) ?? '');
}

/** Whether the daemon or the system ran out of descriptors, processes or memory: it may pass. */
export function isExhausted(error: unknown): boolean {
  return hasCode(error, 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM');
}
