import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { confirmRemoval } from '#features/friends/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EditSwitch } from './edit-switch.tsx';
import { ProfileSeat } from './profile-seat.tsx';
import type { Profile } from './api.ts';
import { usePartFriend } from './own-page-api.ts';
import styles from './profile-blocks.module.css';

/**
 * The newest friends. On the member's own page each can be removed while the list is edited, and
 * another takes the slot.
 */
export function FriendsBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const part = usePartFriend(profile.user._id);
  const [isEditing, setEditing] = useState(false);
  const { friends, user, counts, standing } = profile;
  const isEdited = isMine && isEditing;
  if (!standing.seesFriends)
    return (
      <Card>
        <CardHead title="Друзья" />
        <EmptyState small art="lock" text="Список друзей скрыт" />
      </Card>
    );
  const drop = async (friend: Profile['friends'][number]) => {
    const name = displayName(friend);
    if (!(await confirmRemoval(name))) return;
    part.mutate(
      { id: friend._id, shown: friends.map((one) => one._id) },
      {
        onSuccess: () => showToast(`${name}: больше не в друзьях`),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return (
    <Card>
      <CardHead
        title="Друзья"
        count={counts.friends}
        {...(counts.friends > 0 ? { to: `/friends/${user._id}` } : {})}
        action={
          isMine && friends.length > 0 ? (
            <EditSwitch isOn={isEditing} what="список друзей" onTurn={setEditing} />
          ) : undefined
        }
      />
      {friends.length === 0 ? (
        <EmptyState
          small
          art="people"
          text={isMine ? 'У вас пока нет друзей' : 'Здесь пока нет друзей'}
          more={isMine ? 'Найдите знакомых или тех, кто играет в то же.' : undefined}
          action={
            isMine ? (
              <ButtonLink to="/users" size="small" variant="soft">
                Найти людей
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <ul className={styles.friends}>
          {friends.map((friend) => (
            <ProfileSeat
              key={friend._id}
              to={`/user/${friend._id}`}
              title={displayName(friend)}
              name={friend.name}
              picture={{
                id: friend._id,
                src: mediaUrl('useravatars', friend.avatarUrl, 160),
                online: friend.isOnline,
              }}
              removal={
                isEdited
                  ? {
                      label: `Убрать из друзей: ${displayName(friend)}`,
                      onRemove: () => void drop(friend),
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
