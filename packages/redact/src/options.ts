/** A rule of the operator's own, as configuration gives it. {@link checkRule} says whether it can be used. */
export interface CustomRule {
  /** Name in findings and labels: `[a-z0-9][a-z0-9-]{0,63}`. */
  readonly id: string;
  /** Literals, 3 characters or more each, without regard to case. The pattern is only tried near one of them. */
  readonly keywords: readonly string[];
  /** A regular expression, at most 512 characters; what it matches is masked, or its first group when it has one. */
  readonly pattern: string;
  /** What its masks say: `[REDACTED:label]`, 1 to 64 of `A-Za-z0-9._-`. Default: nothing, or the id where {@link RedactOptions.label} asks for it. */
  readonly label?: string | undefined;
}

/** What can be asked of a redactor. Everything is optional. */
export interface RedactOptions {
  /** Values that are masked wherever they stand, also percent-encoded and in base64. Shorter than 8 characters: ignored. */
  readonly known?: readonly string[];
  /** Rules beside the built-in ones. */
  readonly rules?: readonly CustomRule[];
  /** Exact values that are never masked. */
  readonly allow?: readonly string[];
  /** Ids of built-in rules to leave out. `private-key`, `url-userinfo` and `header` stay whatever is said here. */
  readonly disable?: readonly string[];
  /** Name the rule in the mask: `[REDACTED:github-token]`. Default false: `[REDACTED]`. */
  readonly label?: boolean;
  /** Mask a value of 12 characters or more wherever it comes back after a name gave it away. Default false. */
  readonly learn?: boolean;
}
