import { counted } from '#lib/text/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { IconArchive, IconArrowLeft } from '#ui/icons.ts';
import { useFolders } from './list-api.ts';
import styles from './rooms-list.module.css';

/** Above the list of chats: the way to the archive, with the number of its unread chats. */
export function ArchiveLine({ onOpen }: { onOpen: () => void }) {
  const archive = useFolders().data?.archive;
  if (archive === undefined || archive.count === 0) return null;
  return (
    <button type="button" className={styles.archive} onClick={onOpen}>
      <IconArchive size={22} aria-hidden="true" />
      <span>Архив</span>
      <Badge
        quiet
        count={archive.unread}
        label={counted(archive.unread, [
          'непрочитанный чат',
          'непрочитанных чата',
          'непрочитанных чатов',
        ])}
      />
    </button>
  );
}
/** Above the archive: the way back. */
export function ArchiveHead({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" className={styles.archive} onClick={onClose}>
      <IconArrowLeft size={22} aria-hidden="true" />
      <span>Архив</span>
      <span className="visually-hidden">: вернуться ко всем чатам</span>
    </button>
  );
}
