import { counted } from '#lib/text/format.ts';
import type { Upload } from '#lib/uploads/upload-queue.ts';

/** After «из»: из одного файла, из двух файлов. */
const OF_FILES = ['файла', 'файлов', 'файлов'] as const;
export const FILES = ['файл', 'файла', 'файлов'] as const;

/**
 * Returns the total progress of all uploads. `share` is from 0 to 1; `isOver` means that nothing is
 * left to do without the member.
 */
export function progressOf(uploads: readonly Upload[]) {
  const by = (state: Upload['state']) => uploads.filter((one) => one.state === state).length;
  const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.reduce((sum, { file, progress }) => sum + file.size * progress, 0);
  const [total, failed, paused] = [uploads.length, by('failed'), by('paused')];
  const done = by('done') + by('ready');
  const isOver = done + failed === total;
  const title = !isOver
    ? `Загружено ${done} из ${counted(total, OF_FILES)}`
    : failed > 0
      ? `Не загрузилось: ${counted(failed, FILES)}`
      : `Загружено: ${counted(done, FILES)}`;
  return {
    total,
    done,
    failed,
    isOver,
    isHeld: paused + failed > 0,
    isActive: by('sending') + by('waiting') > 0,
    share: bytes === 0 ? done / Math.max(1, total) : sent / bytes,
    title,
  };
}
