import type { ReactNode } from 'react';
import { dateTime } from '#lib/text/format.ts';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import styles from './version-list.module.css';

type VersionsModalProps = {
  list: {
    isPending: boolean;
    isError: boolean;
    refetch(): unknown;
  };
  /** The former texts, the newest first; null for one without text. */
  versions: readonly { date: string; text: ReactNode }[] | undefined;
  onClose: () => void;
};
/** What a message or a post said before its edits, the newest first. */
export function VersionsModal({ list, versions, onClose }: VersionsModalProps) {
  return (
    <Modal open onClose={onClose} title="История изменений">
      {list.isPending ? <Spinner /> : null}
      {list.isError ? <ErrorState small onRetry={() => void list.refetch()} /> : null}
      {versions?.length === 0 ? (
        <p className={styles.none}>Менялись только вложения: текст прежний.</p>
      ) : null}
      <ol className={styles.versions}>
        {versions?.map(({ date, text }) => (
          <li key={date} className={styles.version}>
            <time className={styles.date} dateTime={date}>
              {dateTime(date)}
            </time>
            <div className={styles.text}>
              {text ?? <span className={styles.none}>Без текста</span>}
            </div>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
