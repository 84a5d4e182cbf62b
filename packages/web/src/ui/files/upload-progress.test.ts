import { expect, test } from 'vitest';
import type { Upload } from '#lib/uploads/upload-queue.ts';
import { progressOf } from './upload-progress.ts';

const uploads = (count: number): Upload[] =>
  Array.from({ length: count }, (_, index): Upload => ({
    key: String(index),
    userId: 'anna',
    kind: 'cloud',
    file: new File(['a'], 'a.txt'),
    data: { folderId: '' },
    state: 'sending',
    progress: 0,
    error: '',
    address: null,
  }));
test('the number of files after «из» is in the genitive', () => {
  const titles = [1, 2, 5, 11, 21].map((count) =>
    progressOf(uploads(count)).title.replaceAll('\u00a0', ' '),
  );
  expect(titles).toEqual([
    'Загружено 0 из 1 файла',
    'Загружено 0 из 2 файлов',
    'Загружено 0 из 5 файлов',
    'Загружено 0 из 11 файлов',
    'Загружено 0 из 21 файла',
  ]);
});
