/** Asks for something whose failure shows elsewhere: as the end of what is being waited for. */
export function inBackground(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
