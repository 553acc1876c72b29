/** One thing that a real agent must do under Harness. */
export interface Check {
  readonly name: string;
  /** Rejects with what was seen instead. */
  readonly run: () => Promise<void>;
}

/** Runs the checks one after the other and says how each went; resolves with the exit code for it. */
export async function runAll(checks: readonly Check[]): Promise<number> {
  let failed = 0;
  for (const { name, run } of checks) {
    try {
      await run();
      say(`ok   ${name}`);
    } catch (error) {
      failed += 1;
      say(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(`${checks.length - failed} of ${checks.length} hold`);
  return failed === 0 ? 0 : 1;
}

/** Writes a line for a person. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
