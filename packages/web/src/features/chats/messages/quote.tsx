import { IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { QuotedMessage } from './extras-api.ts';
import { useRoomExtras } from '../rooms/room-extras.tsx';
import type { Message } from '../rooms/room-state.ts';
import styles from './quote.module.css';

const KINDS = { image: 'Фотография', video: 'Видео', audio: 'Голосовое сообщение' } as const;
/** What a quote says: the text, else in a word what it is. */
export const wordsOfQuote = ({
  message,
  kind,
  isDeleted,
}: Pick<QuotedMessage, 'message' | 'kind' | 'isDeleted'>): string =>
  isDeleted ? 'Сообщение удалено' : message || (kind === null ? 'Сообщение' : KINDS[kind]);
export const wordsOf = ({ message, images, videos }: Message): string =>
  wordsOfQuote({
    message,
    kind: images.length > 0 ? 'image' : videos.length > 0 ? 'video' : 'audio',
    isDeleted: false,
  });

/** What a message answers; a press leads there. */
export function Quote({ quoted }: { quoted: QuotedMessage }) {
  const { leadTo } = useRoomExtras();
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
      onClick={() => leadTo(quoted._id)}
      aria-label={`К сообщению: ${quoted.name} ${quoted.surname}, ${words}`}
    >
      <b className={styles.name}>{`${quoted.name} ${quoted.surname}`}</b>
      <span className={styles.words}>{words}</span>
    </button>
  );
}
/** Above the field: what will be answered. */
export function AnswerBar() {
  const { answered, answer, leadTo } = useRoomExtras();
  if (answered === null) return null;
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.quote}
        onClick={() => leadTo(answered._id)}
        aria-label={`Ответ: ${answered.name} ${answered.surname}, ${wordsOf(answered)}`}
      >
        <b className={styles.name}>{`${answered.name} ${answered.surname}`}</b>
        <span className={styles.words}>{wordsOf(answered)}</span>
      </button>
      <IconButton label="Отменить ответ" icon={<IconX size={20} />} onClick={() => answer(null)} />
    </div>
  );
}
