/** The command line says something that this verb cannot take. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
