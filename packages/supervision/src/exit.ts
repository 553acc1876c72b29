/** How a run ended, or that it could not begin. */
export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'not_started'; readonly reason: string };

/** Whether the program itself reported success: status 0. */
export function isClean(exit: Exit): boolean {
  return exit.kind === 'exited' && exit.code === 0;
}
