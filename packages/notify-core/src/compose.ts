/** What the daemon knows of a delivery beside its fact. */
export interface Stamp {
  readonly host: string;
  readonly harness?: string;
  /** When the event arose, in Unix milliseconds. */
  readonly timeMs: number;
  readonly id: string;
  readonly seq?: number;
  readonly store?: string;
  readonly episode?: string;
  readonly resolves?: readonly string[];
  readonly suppressed?: number;
  readonly replayed?: boolean;
  /** Seconds between the event and this delivery; told when over 60. */
  readonly delayedS?: number;
}

/** Masks the credentials in a text. */
export type Redact = (text: string) => string;
