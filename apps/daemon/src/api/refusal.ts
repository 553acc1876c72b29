import { type ErrorCode, type ErrorFacts, STATUS_OF_CODE } from '@harness/protocol';

/** A request that the daemon turns down, in words for the person who made it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly facts: ErrorFacts;
  /** The HTTP status that goes with the code. */
  readonly status: number;

  constructor(code: ErrorCode, message: string, more: Omit<ErrorFacts, 'code' | 'message'> = {}) {
    super(message);
    this.facts = { code, message, ...more };
    this.status = STATUS_OF_CODE[code];
  }
}
