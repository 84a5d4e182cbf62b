import { Link } from 'react-router';
import { mediaUrl, pictureSource } from '#lib/media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card, CardHead } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Profile } from './api.ts';
import styles from './profile-blocks.module.css';

export function FriendsBlock({ profile, isMine }: { profile: Profile; isMine: boolean }) {
  const { friends, user, counts } = profile;
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
export function PhotosBlock({ profile }: { profile: Profile }) {
  const { photos, counts } = profile;
  return (
    <Card>
      <CardHead title="Фотографии" count={counts.photos} />
      {photos.length === 0 ? <EmptyState small art="photo" text="Фотографий пока нет" /> : (
        <ul className={styles.photos}>
          {photos.map((photo) => <li key={photo._id}><Picture {...pictureSource('userphotos', photo.picture)} fit="cover" /></li>)}
        </ul>
      )}
    </Card>
  );
}
