/** The code of an error that the system gave, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
    return undefined;
  }
  return error.code;
}

/** Whether an error says that a file is not there. */
export function isAbsence(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Passes a system's error by as a value, and throws any other. */
export function asSystemError(error: unknown): { readonly code: string; readonly message: string } {
  const code = systemCode(error);
  if (code === undefined || !(error instanceof Error)) {
    throw error;
  }
  return { code, message: error.message };
}
