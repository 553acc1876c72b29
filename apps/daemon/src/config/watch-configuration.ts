import type { NowAndThen } from '../rounds.ts';
import type { Configuration } from './configuration.ts';
import { createFolderWatches } from './watch-folders.ts';
import { insideOf, type Place, placesOf } from './watch-places.ts';

/** @property changed - The files are others than those last read, and have stopped changing. Must not reject. */
export interface WatchOptions {
  readonly configuration: Configuration;
  readonly changed: () => Promise<unknown>;
  /** How long the files must keep still. */
  readonly quietMs: number;
  /** When to look anyway, where the system reports no events. */
  readonly often: NowAndThen;
  /** What reports events; default the system's own watches. */
  readonly openWatches?: typeof createFolderWatches;
}

/** What watches; it ends once. */
export interface Watching {
  close(): void;
}

/**
 * Watches the global file and its drop-ins.
 *
 * Files count as changed when two looks in a row, `quietMs` apart, find the same content and it is not the content that
 * was last read: a file that is still being written is left alone.
 */
export function watchConfiguration(options: WatchOptions): Watching {
  const { configuration, changed, quietMs, often } = options;
  const { openWatches = createFolderWatches } = options;
  let candidate: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let closed = false;
  const watches = openWatches(arm);
  // Where a look is due anyway, one before it would cut short how long the files keep still.
  const lookNoMore = often(() => (timer === undefined && isWanted() ? look() : undefined));
  watches.follow(placesIn(configuration));

  // A timer that is set stays as it is: in a busy folder it would else be put off for ever.
  function arm(): void {
    if (isWanted()) {
      timer ??= setTimeout(look, quietMs);
    }
  }

  function isWanted(): boolean {
    return !closed && configuration.config.daemon.watchConfig;
  }

  async function look(): Promise<void> {
    timer = undefined;
    if (looking) {
      arm();
      return;
    }
    looking = true;
    await compare();
    looking = false;
    if (!closed) {
      // A link may lead elsewhere now, and there may be another folder of drop-ins.
      watches.follow(placesIn(configuration));
    }
  }

  async function compare(): Promise<void> {
    const seen = await configuration.look();
    if (seen === configuration.fingerprint || closed) {
      candidate = undefined;
    } else if (seen === candidate) {
      candidate = undefined;
      await changed();
    } else {
      candidate = seen;
      arm();
    }
  }

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      lookNoMore();
      watches.close();
    },
  };
}

function placesIn({ file, config }: Configuration): readonly Place[] {
  const { harnessDir } = config.server;
  return [...placesOf(file), ...(harnessDir === undefined ? [] : insideOf(harnessDir))];
}
