import { dateTime } from '#lib/format.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { FormattedText } from '../message-text/formatted-text.tsx';
import type { Message } from '../rooms/room-state.ts';
import { useVersions } from './extras-api.ts';
import styles from './versions-dialog.module.css';

/** What a message said before its edits, the newest first. */
export function VersionsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const list = useVersions(message._id);
  return (
    <Modal open onClose={onClose} title="История изменений">
      {list.isPending ? <Spinner /> : null}
      {list.isError ? <ErrorState small onRetry={() => void list.refetch()} /> : null}
      {list.data?.length === 0 ? (
        <p className={styles.none}>Менялись только вложения: текст прежний.</p>
      ) : null}
      <ol className={styles.versions}>
        {list.data?.map(({ message: text, formatting, date }) => (
          <li key={date} className={styles.version}>
            <time className={styles.date} dateTime={date}>
              {dateTime(date)}
            </time>
            <p className={styles.text}>
              {text === '' ? (
                <span className={styles.none}>Без текста</span>
              ) : (
                <FormattedText text={text} formatting={formatting} />
              )}
            </p>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
