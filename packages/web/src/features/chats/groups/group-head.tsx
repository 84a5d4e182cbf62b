import { mediaUrl } from '#lib/browser/media.ts';
import { HiddenHead } from '#ui/layout/page-head.tsx';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { IconArrowLeft } from '#ui/icons.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import type { Group } from './group-api.ts';
import { statusOf, typingWords } from './group-words.ts';
import styles from '../rooms/room.module.css';

type GroupHeadProps = {
  id: string;
  /** Undefined until it is loaded. */
  group: Group | undefined;
  /** The ids of the members who are typing. */
  typing: readonly string[];
  onSettings: () => void;
};
/** The name and the state of a group chat, in its header. */
export function GroupHead({ id, group, typing: userIds, onSettings }: GroupHeadProps) {
  // A member who was just removed while typing is no longer shown as typing.
  const typing = userIds.flatMap(
    (userId) => group?.members.find((one) => one._id === userId)?.name ?? [],
  );
  const status = typingWords(typing) || (group === undefined ? '' : statusOf(group));
  return (
    <>
      <HiddenHead title={group?.title ?? 'Беседа'} />
      <span className={styles.back}>
        <IconLink to="/messages" label="К списку переписок" icon={<IconArrowLeft />} />
      </span>
      <button
        type="button"
        className={styles.person}
        disabled={group === undefined}
        onClick={onSettings}
        aria-haspopup="dialog"
        title="Настройки беседы"
      >
        <Avatar id={id} src={mediaUrl('chatavatars', group?.avatarUrl ?? '', 160)} size={40} />
        <span className={styles.words}>
          <span className={styles.name}>{group?.title ?? ' '}</span>
          <span className={styles.status} aria-live="polite">
            {status || ' '}
          </span>
        </span>
      </button>
    </>
  );
}
