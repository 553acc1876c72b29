/** Who asks for something. */
export const AUTHORS = ['operator', 'guard', 'config'] as const;

/** One of {@link AUTHORS}. */
export type Author = (typeof AUTHORS)[number];

/** Who asks, why, and when. */
export interface Order {
  readonly by: Author;
  readonly why: string;
  /** Unix time in milliseconds, for people and for the store; nothing is computed from it. */
  readonly atMs: number;
}

/** Whether a harness is wanted up, and who last said so. Exits never change it. */
export interface Intent extends Order {
  readonly wanted: boolean;
}
