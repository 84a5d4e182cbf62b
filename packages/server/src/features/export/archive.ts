import { Readable } from 'node:stream';
import { now } from '#platform/runtime/clock.ts';
import type { ExportRecord, StoredRef } from '#platform/runtime/export-records.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { AddFile } from '#platform/storage/zip.ts';
import { jsonOf } from './json-rows.ts';
import { makeReadme } from './readme.ts';

/**
 * What one feature stores about a person, for one file of the archive; `description` is its text in
 * the readme. `isOne` marks a file with a single object.
 */
export type Exporter = {
  file: string;
  description: string;
  isOne?: true;
  rows(userId: string): AsyncIterable<ExportRecord>;
};

/** The share of the progress assigned to the rows; the rest are media. */
const ROWS_SHARE = 0.3;

/**
 * Fills an archive. Calls `report` continuously with the progress, from 0 to 1; it may throw to
 * cancel the work. Media deleted meanwhile are omitted.
 */
export async function fillArchive(
  storage: Storage,
  exporters: readonly Exporter[],
  userId: string,
  add: AddFile,
  report: (part: number) => Promise<void>,
): Promise<void> {
  const media = new Map<string, StoredRef>();
  const files = exporters.map(({ file, isOne, rows }) => ({
    file,
    isOne: isOne ?? false,
    rows: rows(userId),
  }));
  let part = 0;
  async function* rowsOf(rows: AsyncIterable<ExportRecord>): AsyncGenerator<object> {
    for await (const { row, media: own = [], inner } of rows) {
      await report(part);
      const paths = own.map(([folder, name, as]) => as ?? `media/${folder}/${name}`);
      for (const [index, path] of paths.entries()) media.set(path, own[index]!);
      if (inner !== undefined) files.push({ ...inner, isOne: false });
      yield paths.length === 0 ? row : { ...row, files: paths };
    }
  }

  await add('README.txt', Readable.from([makeReadme(exporters, now())], { objectMode: false }), {
    compress: true,
  });
  // Files that rows bring along are appended to this list while it is iterated.
  for (const [index, { file, rows, isOne }] of files.entries()) {
    await add(file, jsonOf(rowsOf(rows), isOne), { compress: true });
    part = Math.max(part, (ROWS_SHARE * (index + 1)) / files.length);
  }
  let done = 0;
  for (const [path, [folder, name]] of media) {
    await report(ROWS_SHARE + ((1 - ROWS_SHARE) * done) / media.size);
    const opened = await storage.open(folder, name);
    if (opened !== null) await add(path, opened.body, { compress: false });
    done += 1;
  }
}
