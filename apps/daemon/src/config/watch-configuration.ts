import { join } from 'node:path';
import type { Configuration } from './configuration.ts';
import { type Watching, watchFolders } from './watch-folders.ts';

/** @property changed - The files are others than those last read, and have stopped changing. */
export interface WatchOptions {
  readonly configuration: Configuration;
  readonly changed: () => Promise<unknown>;
  /** How long the files must keep still. */
  readonly quietMs: number;
  /** How often to look anyway, where the system reports no events. */
  readonly everyMs: number;
}

/**
 * Watches the global file and its drop-ins.
 *
 * Files count as changed when two looks in a row, `quietMs` apart, find the same content and it is not the content that
 * was last read: a file that is still being written is left alone.
 */
export function watchConfiguration(options: WatchOptions): Watching {
  const { configuration, changed, quietMs, everyMs } = options;
  let candidate: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let watching = watchFolders(watched(configuration), arm);
  const slow = setInterval(arm, everyMs);

  function arm(): void {
    if (configuration.config.daemon.watchConfig) {
      clearTimeout(timer);
      timer = setTimeout(() => look(), quietMs);
    }
  }

  async function look(): Promise<void> {
    const seen = await configuration.look();
    if (seen === configuration.fingerprint) {
      candidate = undefined;
    } else if (seen === candidate) {
      candidate = undefined;
      await changed();
      // A link may lead elsewhere now, and there may be another folder of drop-ins.
      watching.close();
      watching = watchFolders(watched(configuration), arm);
    } else {
      candidate = seen;
      arm();
    }
  }

  return {
    close() {
      clearTimeout(timer);
      clearInterval(slow);
      watching.close();
    },
  };
}

function watched({ file, config }: Configuration): readonly string[] {
  const { harnessDir } = config.server;
  return harnessDir === undefined ? [file] : [file, harnessDir, join(harnessDir, 'any')];
}
