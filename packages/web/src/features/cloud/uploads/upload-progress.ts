import { counted } from '#lib/format.ts';
import type { Upload } from './upload-queue.ts';

export const FILES = ['файл', 'файла', 'файлов'] as const;
/** After 'из': 'из 1 файла', 'из 2 файлов'. */
const OF_FILES = ['файла', 'файлов', 'файлов'] as const;

/**
 * Returns the total progress of all uploads. `share` is from 0 to 1; `isOver` means that nothing is
 * left to do without the member.
 */
export function progressOf(uploads: readonly Upload[]) {
  const by = (state: Upload['state']) => uploads.filter((one) => one.state === state).length;
  const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const sent = uploads.reduce((sum, { file, progress }) => sum + file.size * progress, 0);
  const [total, done, failed, paused] = [uploads.length, by('done'), by('failed'), by('paused')];
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
