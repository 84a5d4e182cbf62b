import type { Message } from '../rooms/room-state.ts';

/** Returns a message in one line: its text, or a word for its content. */
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
