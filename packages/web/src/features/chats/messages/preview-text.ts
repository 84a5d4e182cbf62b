import type { Message } from '../rooms/room-state.ts';

/** A message in a line: its text, or in a word what it is. */
export function previewText({
  message,
  pictures,
  clips,
  audio,
}: Pick<Message, 'message' | 'pictures' | 'clips' | 'audio'>): string {
  if (message !== '') return message;
  if (pictures.length > 0) return pictures.length > 1 ? 'Фотографии' : 'Фотография';
  if (clips.length > 0) return 'Видео';
  return audio === null ? '' : 'Голосовое сообщение';
}
