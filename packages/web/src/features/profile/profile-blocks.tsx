import { IconPlus, IconX } from '#ui/icons.ts';
import { Link } from 'react-router';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl, pictureSource } from '#lib/media.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton, IconLink } from '#ui/forms/icon-button.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { useEndSubscribe, usePartFriend, type Profile } from './api.ts';
import styles from './profile-blocks.module.css';

/** The newest friends. On the member's own page each can be removed, and another takes the slot. */
export function FriendsBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const part = usePartFriend(profile.user._id);
  const { friends, user, counts, standing } = profile;
  if (!standing.seesFriends)
    return (
      <Card>
        <CardHead title="Друзья" />
        <EmptyState small art="lock" text="Список друзей скрыт" />
      </Card>
    );
  const drop = async (friend: Profile['friends'][number]) => {
    const name = `${friend.name} ${friend.surname}`;
    if (
      !(await confirm({
        title: 'Убрать из друзей?',
        text: `${name} больше не будет у вас в друзьях.`,
        action: 'Убрать',
        danger: true,
      }))
    )
      return;
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
      />
      {friends.length === 0 ? (
        <EmptyState
          small
          art="people"
          text={isMine ? 'У вас пока нет друзей' : 'Здесь пока нет друзей'}
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
            <li key={friend._id} className={styles.seat}>
              <Link
                to={`/user/${friend._id}`}
                className={styles.friend}
                title={`${friend.name} ${friend.surname}`}
              >
                <Avatar
                  id={friend._id}
                  src={mediaUrl('useravatars', friend.avatarUrl, 160)}
                  size={56}
                  online={friend.isOnline}
                />
                <span className={styles.name}>{friend.name}</span>
              </Link>
              {isMine ? (
                <IconButton
                  size="small"
                  className={styles.part}
                  label={`Убрать из друзей: ${friend.name} ${friend.surname}`}
                  icon={<IconX size={16} />}
                  onClick={() => void drop(friend)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
/**
 * The newest communities that the user follows. On the member's own page each subscription can be
 * ended, and another takes the slot.
 */
export function SubscribesBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const end = useEndSubscribe(profile.user._id);
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
      <CardHead title="Подписки" count={counts.subscribes} to={`/subscribes/${user._id}`} />
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
            <li key={group._id} className={styles.seat}>
              <Link to={`/public/${group._id}`} className={styles.friend} title={group.name}>
                <Avatar
                  id={group._id}
                  src={mediaUrl('publicavatars', group.avatarUrl, 160)}
                  size={56}
                />
                <span className={styles.name}>{group.name}</span>
              </Link>
              {isMine ? (
                <IconButton
                  size="small"
                  className={styles.part}
                  label={`Отписаться: ${group.name}`}
                  icon={<IconX size={16} />}
                  onClick={() => void drop(group)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
export function PhotosBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { photos, counts, user, standing } = profile;
  // The wall's own notice is shown below, once.
  if (!standing.seesWall) return null;
  const add =
    isMine && photos.length > 0 ? (
      <IconLink to="/createfoto" label="Добавить фотографию" icon={<IconPlus />} />
    ) : undefined;
  return (
    <Card>
      <CardHead
        title="Фотографии"
        count={counts.photos}
        action={add}
        {...(counts.photos > 0 ? { to: `/photos/${user._id}` } : {})}
      />
      {photos.length === 0 ? (
        <EmptyState
          small
          art="photo"
          text="Фотографий пока нет"
          action={
            isMine ? (
              <ButtonLink to="/createfoto" size="small" variant="soft">
                Добавить фотографию
              </ButtonLink>
            ) : undefined
          }
        />
      ) : (
        <ul className={styles.photos}>
          {photos.map((photo) => (
            <li key={photo._id}>
              <Link to={`/userphoto/${photo._id}`} aria-label="Открыть фотографию">
                <Picture
                  {...pictureSource('userphotos', photo.picture)}
                  fit="cover"
                  sizes="(max-width: 500px) 25vw, 150px"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
