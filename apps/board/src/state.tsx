import type { HarnessState } from '@harness/protocol';
import type { JSX } from 'preact';

const SIGNS: Readonly<Record<HarnessState, string>> = {
  running: '●',
  starting: '◔',
  restarting: '↻',
  degraded: '◐',
  stopping: '◌',
  stopped: '○',
  failed: '✕',
};

/** A state, by word, sign and colour. */
export function State({ state }: { readonly state: HarnessState }): JSX.Element {
  return (
    <span class={`state ${state}`}>
      <span class="sign" aria-hidden="true">
        {SIGNS[state]}
      </span>
      {state}
    </span>
  );
}
