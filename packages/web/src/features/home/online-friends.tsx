import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { useOverview, type Overview } from './overview-api.ts';
import styles from './online-friends.module.css';

type Friend = Overview['friends'][number];
/** Friends who are online, each with what `write` draws for them: a button that opens the chat. */
export function OnlineFriends({ write }: { write: (id: string, name: string) => ReactNode }) {
  const { data } = useOverview();
  if (data === undefined || data.friends.length === 0) return null;
  return (
    <Card>
      <CardHead title="Друзья в сети" />
      <ul className={styles.rows}>
        {data.friends.map((friend) => (
          <Row key={friend._id} friend={friend} write={write} />
        ))}
      </ul>
    </Card>
  );
}
function Row({
  friend,
  write,
}: {
  friend: Friend;
  write: (id: string, name: string) => ReactNode;
}) {
  const name = displayName(friend);
  return (
    <li className={styles.row}>
      <Link to={`/user/${friend._id}`} className={styles.person}>
        <Avatar
          id={friend._id}
          src={mediaUrl('useravatars', friend.avatarUrl, 160)}
          size={40}
          online
        />
        <span className={styles.name}>{name}</span>
      </Link>
      {write(friend._id, name)}
    </li>
  );
}
