import { IconPin, IconX } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { usePin } from '../messages/extras-api.ts';
import { wordsOfQuote } from '../messages/bubble/quote.tsx';
import { useRoomExtras } from './room-extras.tsx';
import styles from './pinned-bar.module.css';

/** Below the header of a room: its pinned message. */
export function PinnedBar() {
  const { pinned, mayWrite, jumpTo } = useRoomExtras();
  const pin = usePin();
  if (pinned === null) return null;
  const words = wordsOfQuote(pinned);
  return (
    <div className={styles.bar} role="region" aria-label="Закреплённое сообщение">
      <button
        type="button"
        className={styles.lead}
        onClick={() => jumpTo(pinned._id)}
        aria-label={`К закреплённому сообщению: ${words}`}
      >
        <IconPin size={20} aria-hidden="true" />
        <span className={styles.words}>
          <b>Закреплённое сообщение</b>
          <span>{words}</span>
        </span>
      </button>
      {mayWrite ? (
        <IconButton
          label="Открепить"
          icon={<IconX size={20} />}
          onClick={() => pin.mutate({ messageId: pinned._id, isOn: false })}
        />
      ) : null}
    </div>
  );
}
