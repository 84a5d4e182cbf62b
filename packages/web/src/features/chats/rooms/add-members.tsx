import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { IconCheck, IconUserPlus } from '#ui/icons.ts';
import { GROUP_MEMBERS } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { FriendPicker } from '../groups/friend-picker.tsx';
import { useInvite, type Group, type Member } from '../groups/group-api.ts';
import styles from '../groups/group-window.module.css';

/**
 * Friends who are not in the group chat yet. Added ones stay listed, so that the rows do not move
 * under the finger.
 */
export function AddMembers({ group }: { group: Group }) {
  const [before] = useState(() => new Set(group.members.map(({ _id }) => _id)));
  const invite = useInvite(group._id);
  const now = new Set(group.members.map(({ _id }) => _id));
  if (group.membersCount >= GROUP_MEMBERS)
    return <EmptyState small art="people" text="В беседе может быть не больше 200 человек." />;
  const ask = (friend: Member) =>
    invite.mutate(friend._id, {
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <div className={styles.settings}>
      <FriendPicker
        without={before}
        allIn="Все ваши друзья уже здесь"
        row={(friend) => (
          <>
            <span className={styles.who}>
              <Avatar
                id={friend._id}
                src={mediaUrl('useravatars', friend.avatarUrl, 160)}
                size={40}
                online={friend.isOnline}
              />
              <span className={styles.words}>
                <span className={styles.name}>{displayName(friend)}</span>
              </span>
            </span>
            {now.has(friend._id) ? (
              <span className={styles.done} role="status">
                <IconCheck size={18} aria-hidden="true" /> в беседе
              </span>
            ) : (
              <Button
                size="small"
                variant="soft"
                icon={<IconUserPlus />}
                busy={invite.isPending && invite.variables === friend._id}
                aria-label={`Добавить: ${displayName(friend)}`}
                onClick={() => ask(friend)}
              >
                Добавить
              </Button>
            )}
          </>
        )}
      />
    </div>
  );
}
