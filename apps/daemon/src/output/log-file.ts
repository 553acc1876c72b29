import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../process/start-failure.ts';

const LINE_FEED = 0x0a;

/** Where a log file lives and when it makes room for the next. */
export interface LogFileOptions {
  readonly path: string;
  readonly rotateBytes: number;
  readonly keep: number;
}

/** The file under a durable log; one call at a time. */
export interface LogFile {
  /** Appends, in a new file when this one is full. Rejects with the system's error. */
  write(bytes: Buffer): Promise<void>;
  /** Frees the descriptor; the next write opens the file again. */
  close(): Promise<void>;
}

/**
 * Appends to a file of mode 0600 in a folder of mode 0700, and renames it to `PATH.1`, the older ones to `.2` and
 * so on, before it grows over `rotateBytes`. What was cut off in the middle of a line, by a crash or a full disk, is
 * closed with a newline before more is written; a line that was left open on purpose goes on.
 */
export function logFile({ path, rotateBytes, keep }: LogFileOptions): LogFile {
  let handle: FileHandle | undefined;
  let sizeBytes = 0;
  // How large the file was when its last line was left open by the last write.
  let openAtBytes: number | undefined;

  const append = (): Promise<FileHandle> => open(path, 'a+', 0o600);
  const openFile = async (): Promise<FileHandle> => {
    handle = await append().catch(async (error: unknown) => {
      if (!hasCode(error, 'ENOENT')) {
        throw error;
      }
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return append();
    });
    sizeBytes = (await handle.stat()).size;
    return handle;
  };
  const close = async (): Promise<void> => {
    const closing = handle;
    handle = undefined;
    await closing?.close();
  };
  const rotate = async (): Promise<FileHandle> => {
    await close();
    await rm(`${path}.${keep}`, { force: true });
    for (let number = keep - 1; number >= 1; number -= 1) {
      await renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
    }
    await renameIfThere(path, `${path}.1`);
    return openFile();
  };
  const makeRoom = async (file: FileHandle, wantedBytes: number): Promise<FileHandle> => {
    const isFull = sizeBytes > 0 && sizeBytes + wantedBytes > rotateBytes;
    return isFull ? await rotate() : file;
  };

  return {
    close,
    write: async (bytes) => {
      try {
        const isReopened = handle === undefined;
        const file = await makeRoom(handle ?? (await openFile()), bytes.length);
        const isTorn =
          isReopened && sizeBytes !== openAtBytes && (await endsInsideLine(file, sizeBytes));
        const whole = isTorn ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes;
        await file.writeFile(whole);
        sizeBytes += whole.length;
        openAtBytes = bytes.at(-1) === LINE_FEED ? undefined : sizeBytes;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}

async function endsInsideLine(file: FileHandle, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) {
    return false;
  }
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, sizeBytes - 1);
  return bytesRead === 1 && buffer[0] !== LINE_FEED;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw error;
    }
  }
}
