import { expect, test } from 'vitest';
import { progressOf } from './upload-progress.ts';
import type { Upload } from './upload-queue.ts';

const uploads = (...states: Upload['state'][]) =>
  states.map((state) => ({ state, progress: 0, file: { size: 1 } }) as Upload);
const many = (count: number, state: Upload['state']) => Array.from({ length: count }, () => state);

test.each([
  [uploads('sending'), 'Загружено 0 из 1 файла'],
  [uploads('done', 'sending'), 'Загружено 1 из 2 файлов'],
  [uploads(...many(5, 'waiting')), 'Загружено 0 из 5 файлов'],
  [uploads(...many(21, 'waiting')), 'Загружено 0 из 21 файла'],
  [uploads('done'), 'Загружено: 1 файл'],
  [uploads('done', 'failed', 'failed'), 'Не загрузилось: 2 файла'],
])('%j', (list, title) => {
  expect(progressOf(list).title.replaceAll('\u00a0', ' ')).toBe(title);
});
