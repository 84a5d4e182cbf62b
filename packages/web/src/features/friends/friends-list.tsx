import { useDeferredValue, useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { PersonRow } from '#features/people/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { NoFriends } from './no-friends.tsx';
import { useParting } from './use-parting.ts';
import { useFriends } from './api.ts';
import styles from './friends-list.module.css';

export function FriendsList({ id }: { id: string }) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const found = useFriends(id, query);
  const { part, isParting } = useParting();
  const isMine = useMyId() === id;
  const friends = found.data?.pages.flatMap((page) => page.friends) ?? [];
  const total = found.data?.pages[0]?.count ?? 0;
  if (found.data?.pages[0]?.hidden === true)
    return (
      <Card>
        <EmptyState art="lock" text="Список друзей скрыт" />
      </Card>
    );
  if (found.error instanceof ApiError && found.error.status === 404) return <NotFoundState />;
  return (
    <Card inset="flush">
      <div className={styles.search} role="search">
        <SearchField
          label="Поиск среди друзей"
          placeholder="Имя или фамилия"
          value={typed}
          onChange={setTyped}
        />
      </div>
      {found.data ? (
        <p className={styles.found} role="status">
          {counted(total, ['друг', 'друга', 'друзей'])}
        </p>
      ) : null}
      <ListState
        list={found}
        isEmpty={friends.length === 0}
        skeleton={<PeopleSkeleton rows={6} avatar={52} />}
        empty={<NoFriends isMine={isMine} isSearch={query !== ''} />}
      />
      <ul className={styles.rows}>
        {friends.map((friend) => (
          <PersonRow key={friend._id} person={friend}>
            {isMine ? (
              <Button
                size="small"
                busy={isParting(friend._id)}
                onClick={() => void part(friend, friends)}
                aria-label={`Убрать из друзей: ${displayName(friend)}`}
              >
                Убрать
              </Button>
            ) : null}
          </PersonRow>
        ))}
      </ul>
      <MorePages list={found} />
    </Card>
  );
}
