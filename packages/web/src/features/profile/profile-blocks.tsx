import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { mediaUrl, pictureSource } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card, CardHead } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Profile } from './api.ts';
import styles from './profile-blocks.module.css';

export function FriendsBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { friends, user, counts, standing } = profile;
  if (!standing.seesFriends) return <Card><CardHead title="Друзья" /><EmptyState small art="lock" text="Список друзей скрыт" /></Card>;
  return (
    <Card>
      <CardHead title="Друзья" count={counts.friends} {...(counts.friends > 0 ? { to: `/friends/${user._id}` } : {})} />
      {friends.length === 0
        ? <EmptyState small art="people" text={isMine ? 'У вас пока нет друзей' : 'Здесь пока нет друзей'} action={isMine ? <ButtonLink to="/users" size="small" variant="soft">Найти людей</ButtonLink> : undefined} />
        : (
          <ul className={styles.friends}>
            {friends.map((friend) => (
              <li key={friend._id}>
                <Link to={`/user/${friend._id}`} className={styles.friend} title={`${friend.name} ${friend.surname}`}>
                  <Avatar id={friend._id} src={mediaUrl('useravatars', friend.avatarUrl, 160)} size={56} online={friend.isOnline} />
                  <span className={styles.name}>{friend.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
    </Card>
  );
}
export function PhotosBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { photos, counts, user, standing } = profile;
  // What the wall says of itself stands below, once.
  if (!standing.seesWall) return null;
  const add = isMine && photos.length > 0 ? <IconLink to="/createfoto" label="Добавить фотографию" icon={<IconPlus />} /> : undefined;
  return (
    <Card>
      <CardHead title="Фотографии" count={counts.photos} action={add} {...(counts.photos > 0 ? { to: `/photos/${user._id}` } : {})} />
      {photos.length === 0
        ? <EmptyState small art="photo" text="Фотографий пока нет" action={isMine ? <ButtonLink to="/createfoto" size="small" variant="soft">Добавить фотографию</ButtonLink> : undefined} />
        : (
          <ul className={styles.photos}>
            {photos.map((photo) => (
              <li key={photo._id}><Link to={`/userphoto/${photo._id}`} aria-label="Открыть фотографию"><Picture {...pictureSource('userphotos', photo.picture)} fit="cover" sizes="(max-width: 500px) 25vw, 150px" /></Link></li>
            ))}
          </ul>
        )}
    </Card>
  );
}
