/** What one line leaves for the next: the only thing that rules remember. Plain data, owned by one text or stream. */
export interface LineState {
  /** Lines of a private key that may still come; 0: outside of one. */
  keyLines: number;
  /** Lines of a PuTTY key that are still to be masked, whatever they hold. */
  puttyLines: number;
  /** Lines in which the `data:` of a Kubernetes Secret may still come; 0: none awaited. */
  manifestLines: number;
  /** Only values that are base64 count: it is not known yet that the manifest is a Secret. */
  manifestGuessed: boolean;
  /** Indentation of the open `data:` block; -1: none open. */
  dataIndent: number;
  /** The line before named a secret variable, whose `value:` may come now. */
  namedVariable: boolean;
  /** Lines near an AWS key id in which its secret may stand without a name. */
  awsLines: number;
  /** The last line ended inside a token: the terminal may have wrapped it. */
  wrapped: boolean;
}

/** The state before the first line. */
export function initialState(): LineState {
  return {
    keyLines: 0,
    puttyLines: 0,
    manifestLines: 0,
    manifestGuessed: false,
    dataIndent: -1,
    namedVariable: false,
    awsLines: 0,
    wrapped: false,
  };
}

/** Whether the next line must be looked at even when no keyword stands in it. */
export function isWatching(state: LineState): boolean {
  return (
    state.keyLines > 0 ||
    state.puttyLines > 0 ||
    state.manifestLines > 0 ||
    state.awsLines > 0 ||
    state.namedVariable ||
    state.wrapped
  );
}
