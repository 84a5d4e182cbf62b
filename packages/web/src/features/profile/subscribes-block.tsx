import { useState } from 'react';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EditSwitch } from './edit-switch.tsx';
import { ProfileSeat } from './profile-seat.tsx';
import type { Profile } from './api.ts';
import { useEndSubscribe } from './own-page-api.ts';
import styles from './profile-blocks.module.css';

/**
 * The newest communities that the user follows. On the member's own page each subscription can be
 * ended while the list is edited, and another takes the slot.
 */
export function SubscribesBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const end = useEndSubscribe(profile.user._id);
  const [isEditing, setEditing] = useState(false);
  const isEdited = isMine && isEditing;
  const { subscribes, counts, user } = profile;
  const drop = async (group: Profile['subscribes'][number]) => {
    if (
      !(await confirm({
        title: `Отписаться от группы «${group.name}»?`,
        action: 'Отписаться',
        danger: true,
      }))
    )
      return;
    end.mutate(
      { id: group._id, shown: subscribes.map((one) => one._id) },
      {
        onSuccess: () => showToast('Вы отписались'),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
  return (
    <Card>
      <CardHead
        title="Подписки"
        count={counts.subscribes}
        to={`/subscribes/${user._id}`}
        action={
          isMine && subscribes.length > 0 ? (
            <EditSwitch isOn={isEditing} what="список подписок" onTurn={setEditing} />
          ) : undefined
        }
      />
      {subscribes.length === 0 ? (
        <EmptyState
          small
          art="post"
          text={isMine ? 'Вы пока ни на что не подписаны' : 'Здесь пока нет подписок'}
          action={
            isMine ? (
              <ButtonLink to="/publics" size="small" variant="soft">
                Найти группы
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <ul className={styles.friends}>
          {subscribes.map((group) => (
            <ProfileSeat
              key={group._id}
              to={`/public/${group._id}`}
              title={group.name}
              name={group.name}
              picture={{ id: group._id, src: mediaUrl('publicavatars', group.avatarUrl, 160) }}
              removal={
                isEdited
                  ? { label: `Отписаться: ${group.name}`, onRemove: () => void drop(group) }
                  : null
              }
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
