import { hideSpoilers } from '@respa/contract/formatting';
import type { Message } from '../rooms/room-state.ts';

/** Returns a message in one line: its text, or a word for its content. */
export function previewText({
  message,
  formatting,
  pictures,
  clips,
  files,
  audio,
  sticker,
}: Pick<
  Message,
  'message' | 'formatting' | 'pictures' | 'clips' | 'files' | 'audio' | 'sticker'
>): string {
  if (sticker !== null) return `Стикер ${sticker.emoji}`;
  if (message !== '') return hideSpoilers(message, formatting);
  if (pictures.length === 1 && pictures[0]!.isMoving) return 'GIF';
  if (pictures.length > 0) return pictures.length > 1 ? 'Фотографии' : 'Фотография';
  if (clips.length > 0) return 'Видео';
  if (files.length > 0) return files.length > 1 ? 'Файлы' : files[0]!.title;
  return audio === null ? '' : 'Голосовое сообщение';
}
