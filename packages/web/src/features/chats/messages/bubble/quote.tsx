import { hideSpoilers } from '@respa/contract/formatting';
import { displayName } from '@respa/contract/characters';
import { IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { QuotedMessage } from '../extras-api.ts';
import { previewText } from '../../message-text/preview-text.ts';
import { useRoomExtras } from '../../rooms/room-extras.tsx';
import type { Message } from '../../rooms/room-state.ts';
import styles from './quote.module.css';

const KINDS = {
  image: 'Фотография',
  video: 'Видео',
  audio: 'Голосовое сообщение',
  file: 'Файл',
  sticker: 'Стикер',
} as const;
/** Returns the text of a quote, or a word for its content. */
export const wordsOfQuote = ({
  message,
  kind,
  isDeleted,
}: Pick<QuotedMessage, 'message' | 'kind' | 'isDeleted'>): string =>
  isDeleted ? 'Сообщение удалено' : message || (kind === null ? 'Сообщение' : KINDS[kind]);
export const textOf = (shown: Message): string => {
  const { message, formatting, images, videos, files, sticker } = shown;
  if (sticker !== null) return previewText(shown);
  return wordsOfQuote({
    message: hideSpoilers(message, formatting),
    kind:
      images.length > 0
        ? 'image'
        : videos.length > 0
          ? 'video'
          : files.length > 0
            ? 'file'
            : 'audio',
    isDeleted: false,
  });
};

/** Shows the replied message; a press jumps to it. */
export function Quote({ quoted }: { quoted: QuotedMessage }) {
  const { jumpTo } = useRoomExtras();
  const words = wordsOfQuote(quoted);
  if (quoted.isDeleted)
    return (
      <span className={styles.quote}>
        <span className={styles.words}>{words}</span>
      </span>
    );
  return (
    <button
      type="button"
      className={styles.quote}
      onClick={() => jumpTo(quoted._id)}
      aria-label={`К сообщению: ${displayName(quoted)}, ${words}`}
    >
      <b className={styles.name}>{displayName(quoted)}</b>
      <span className={styles.words}>{words}</span>
    </button>
  );
}
/** Above the field: the message being replied to. */
export function AnswerBar() {
  const { replyTarget: answered, answer, jumpTo } = useRoomExtras();
  if (answered === null) return null;
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.quote}
        onClick={() => jumpTo(answered._id)}
        aria-label={`Ответ: ${displayName(answered)}, ${textOf(answered)}`}
      >
        <b className={styles.name}>{displayName(answered)}</b>
        <span className={styles.words}>{textOf(answered)}</span>
      </button>
      <IconButton label="Отменить ответ" icon={<IconX size={20} />} onClick={() => answer(null)} />
    </div>
  );
}
