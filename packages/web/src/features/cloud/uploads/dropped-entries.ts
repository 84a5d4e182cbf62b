/** A file and the folders that contained it. */
export type Dropped = { file: File; folders: string[] };

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
/**
 * A directory reader returns its entries in batches of about a hundred, so it is read until it
 * returns none.
 */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
async function* walk(entry: FileSystemEntry, folders: string[]): AsyncGenerator<Dropped> {
  if (entry.isFile) yield { file: await fileOf(entry as FileSystemFileEntry), folders };
  else
    for (const inner of await entriesOf(entry as FileSystemDirectoryEntry))
      yield* walk(inner, [...folders, entry.name]);
}
/**
 * Returns everything that was dropped, including the contents of folders. Reads the transfer before
 * the first await, because it is empty afterwards.
 */
export async function readDropped(transfer: DataTransfer): Promise<Dropped[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  const plain = Array.from(transfer.files, (file): Dropped => ({ file, folders: [] }));
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const all: Dropped[] = [];
  for (const entry of entries) for await (const dropped of walk(entry, [])) all.push(dropped);
  return all;
}
/** Returns the files of a chosen folder. The browser stores their relative path in each. */
export const readChosen = (files: readonly File[]): Dropped[] =>
  files.map((file) => ({
    file,
    folders: file.webkitRelativePath
      .split('/')
      .slice(0, -1)
      .filter((name) => name !== ''),
  }));
