import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** A command, ready to copy. */
export function Command({ command }: { readonly command: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(command).then(
      () => setCopied(true),
      // Without the permission the text is there to be selected.
      () => setCopied(false),
    );
  };
  return (
    <span class="command">
      <code>{command}</code>
      <button
        type="button"
        onClick={copy}
        onBlur={() => setCopied(false)}
        aria-label={`Copy ${command}`}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  );
}
