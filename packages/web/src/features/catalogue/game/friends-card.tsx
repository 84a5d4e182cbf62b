import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import listStyles from '#ui/layout/list-row.module.css';
import { useGameFriends } from '../api.ts';
import { FRIEND_WORDS } from '../words.ts';

/**
 * Lists the friends who marked the game, current players first. Renders nothing if there are none.
 */
export function FriendsCard({ gameId }: { gameId: string }) {
  const found = useGameFriends(gameId);
  if (found.data === undefined || found.data.friends.length === 0) return null;
  return (
    <Card inset="flush">
      <div className={listStyles.title}>
        <CardHead title="Друзья в этой игре" count={found.data.count} />
      </div>
      <ul className={listStyles.rows}>
        {found.data.friends.map(({ person, status }) => (
          <ListRow
            key={person._id}
            to={`/user/${person._id}`}
            picture={{
              id: person._id,
              src: mediaUrl('useravatars', person.avatarUrl, 160),
              online: person.isOnline,
            }}
            title={displayName(person)}
            text={FRIEND_WORDS[status]}
          />
        ))}
      </ul>
    </Card>
  );
}
