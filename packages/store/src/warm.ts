import { newRow } from './keep-outbox.ts';
import type { Ledger } from './ledger.ts';

/** As long as an alert with its cause. Beyond Latin-1, as messages are: such text is made in buffers of another size. */
const PAYLOAD = { message: '— '.repeat(400) };

/** Writes the notification that would be next, and takes it back. */
export function warm(ledger: Ledger): void {
  if (ledger.isDurable) {
    const { lastRow, lastSeq } = ledger.image;
    const notification = { id: '', harness: '', event: 'failed', hook: [], raisedAtMs: 0 } as const;
    const row = newRow(notification, lastRow + 1, lastSeq + 1, PAYLOAD);
    ledger.disk.attempt([{ kind: 'notification', row }]);
  }
}
