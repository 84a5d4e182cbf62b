import { open, type FileHandle } from 'node:fs/promises';

/**
 * A file that is read in pieces stays open between them, for at most this long after it was opened:
 * then a replacement is noticed.
 */
const OPEN_MS = 1_000;
const MOST = 64;

type Opened = { handle: FileHandle; bytes: number; changedAt: Date };
export type OpenFiles = {
  /**
   * Reads from `start` until the buffer is full or the file ends; rejects as `open` does. `bytes`
   * is the size of the whole file.
   */
  read(
    path: string,
    start: number,
    into: Buffer,
  ): Promise<{ bytes: number; changedAt: Date; read: number }>;
  /** Call it when the file at the path was replaced or removed. */
  forget(path: string): void;
  close(): void;
};

export function makeOpenFiles(): OpenFiles {
  const files = new Map<
    string,
    { opened: Promise<Opened>; uses: number; isOver: boolean; timer: NodeJS.Timeout }
  >();
  type File = NonNullable<ReturnType<typeof files.get>>;
  const close = (file: File) =>
    void file.opened.then(({ handle }) => handle.close()).catch(() => {});
  const forget = (path: string, file = files.get(path)) => {
    if (file === undefined || file.isOver) return;
    file.isOver = true;
    clearTimeout(file.timer);
    if (files.get(path) === file) files.delete(path);
    if (file.uses === 0) close(file);
  };
  const begin = (path: string): File => {
    const opened = open(path, 'r').then(async (handle) => {
      try {
        const { size, mtime } = await handle.stat();
        return { handle, bytes: size, changedAt: mtime };
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
    const file: File = {
      opened,
      uses: 0,
      isOver: false,
      timer: setTimeout(() => forget(path, file), OPEN_MS).unref(),
    };
    files.set(path, file);
    if (files.size > MOST) forget(files.keys().next().value!);
    return file;
  };
  return {
    async read(path, start, into) {
      const file = files.get(path) ?? begin(path);
      file.uses += 1;
      try {
        const { handle, bytes, changedAt } = await file.opened;
        const { bytesRead } = await handle.read(into, 0, into.length, start);
        return { bytes, changedAt, read: bytesRead };
      } catch (error) {
        forget(path, file);
        throw error;
      } finally {
        file.uses -= 1;
        if (file.isOver && file.uses === 0) close(file);
      }
    },
    forget: (path) => forget(path),
    close() {
      for (const path of files.keys()) forget(path);
    },
  };
}
