/** What the guards of a harness know. Times are RFC 3339, UTC; what does not apply is absent. */
export interface GuardsView {
  /** The transcript of the run that is up, or of the last one. */
  readonly transcript?: TranscriptView;
  /** When a model call last succeeded, as far as this daemon has seen. */
  readonly lastSuccessAt?: string;
  /** When the park for quota ends, and the classifier's rule. */
  readonly park?: { readonly until: string; readonly rule: string };
  /** The stall that was told and is not over. */
  readonly stall?: 'left_running' | 'left_alone';
  /** Stalls in a row that were answered with a restart. */
  readonly stallRestarts?: number;
  /** Absent without a probe. */
  readonly health?: {
    /** Failures in a row. */
    readonly failures: number;
    /** The action was taken and told, and no probe has succeeded since. */
    readonly unhealthy: boolean;
  };
  /** The step of a session's rotation that could not be done; the harness stays down for it. */
  readonly stuckRotation?: string;
}

/** A transcript as it is read. */
export interface TranscriptView {
  /** Whose it is: `claude-code`, `codex`, `crush`, `opencode`. */
  readonly kind: string;
  /** Where the agent keeps its sessions. */
  readonly root: string;
  /** Whether anything of the run was found. */
  readonly found: boolean;
  /** Sessions that nobody gets, because two harnesses could own them. */
  readonly ambiguous: number;
  /** Why less is read than there is. */
  readonly trouble?: string;
}
