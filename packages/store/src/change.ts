import type { MetaRow, NotificationRow, Part, RunRow } from './rows.ts';

/**
 * One row as it is to be from now on. Changes are whole rows, so that the last one of a row makes
 * the earlier ones superfluous and writing one twice does no harm.
 */
export type Change =
  | { readonly kind: 'meta'; readonly row: MetaRow }
  | {
      readonly kind: 'memo';
      readonly harness: string;
      readonly part: Part;
      /** Undefined: the row is to go. */
      readonly json: string | undefined;
    }
  | { readonly kind: 'notification'; readonly row: NotificationRow }
  | { readonly kind: 'run'; readonly row: RunRow };

/** Two changes of one row have one key. */
export function changeKey(change: Change): string {
  switch (change.kind) {
    case 'meta':
      return 'meta';
    case 'memo':
      return `memo ${change.part} ${change.harness}`;
    case 'notification':
      return `notification ${change.row.row}`;
    case 'run':
      return `run ${change.row.run_id} ${change.row.harness}`;
  }
}
