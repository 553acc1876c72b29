import type { DurableLog } from '../output/durable-log.ts';

/** The part of a log that a run writes to. */
export type RunLog = Pick<DurableLog, 'full' | 'note' | 'room' | 'write'>;

/** Writes to several logs at once; as full as the fullest of them. */
export function teeLog(logs: readonly RunLog[]): RunLog {
  return {
    get full() {
      return logs.some(({ full }) => full);
    },
    note(text) {
      for (const log of logs) {
        log.note(text);
      }
    },
    write(bytes) {
      for (const log of logs) {
        log.write(bytes);
      }
    },
    async room() {
      await Promise.all(logs.map((log) => log.room()));
    },
  };
}
