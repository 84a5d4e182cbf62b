import type { VideoAudience } from '@respa/contract/videohost';
import { counted, shortCounted } from '#lib/text/format.ts';

export const videosOfCount = (count: number): string => counted(count, ['видео', 'видео', 'видео']);
export const viewsOf = (count: number): string =>
  shortCounted(count, ['просмотр', 'просмотра', 'просмотров']);
export const AUDIENCE_NAMES: Record<VideoAudience, string> = {
  open: 'Всем, и без входа',
  all: 'Всем участникам',
  link: 'Тем, у кого есть ссылка',
  friends: 'Моим друзьям',
};
export const FAILED = 'Не удалось обработать';
