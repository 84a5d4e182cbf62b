import { displayName } from '@respa/contract/characters';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconUserOff } from '#ui/icons.ts';
import type { useAudience, useRevoke } from '../api.ts';
import styles from './audience-dialog.module.css';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

type AudienceRowProps = {
  person: NonNullable<ReturnType<typeof useAudience>['data']>['pages'][number]['people'][number];
  revoke: ReturnType<typeof useRevoke>;
};
/** A person to whom a file was sent, with a button to take the access away. */
export function AudienceRow({ person, revoke }: AudienceRowProps) {
  const name = displayName(person);
  return (
    <li className={styles.person}>
      <Avatar
        id={person._id}
        src={mediaUrl('useravatars', person.avatarUrl, 160)}
        size={40}
        online={person.isOnline}
      />
      <span className={styles.name}>{name}</span>
      <IconButton
        label={`Закрыть доступ: ${name}`}
        icon={<IconUserOff />}
        busy={revoke.isPending && revoke.variables === person._id}
        onClick={() => revoke.mutate(person._id, { onError: fail })}
      />
    </li>
  );
}
