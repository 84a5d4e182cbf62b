import { useDeferredValue, useState } from 'react';
import { PersonRow } from '#features/people/parts.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { counted } from '#lib/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState, ErrorState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useFriends, useRemoveFriend } from './api.ts';
import styles from './friends-list.module.css';

export function FriendsList({ id }: { id: string }) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const found = useFriends(id, query);
  const remove = useRemoveFriend();
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
  const part = async (friend: (typeof friends)[number]) => {
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
    remove.mutate(
      { id: friend._id, shown: friends.slice(0, 50).map((one) => one._id) },
      {
        onSuccess: () => showToast(`${name}: больше не в друзьях`),
        onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
      },
    );
  };
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
      {found.isPending ? <PeopleSkeleton rows={6} avatar={52} /> : null}
      {found.isError && friends.length === 0 ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : null}
      {found.isSuccess && friends.length === 0 ? (
        query !== '' ? (
          <EmptyState art="search" text="Никого не нашли" />
        ) : (
          <EmptyState
            art="people"
            text={isMine ? 'У вас пока нет друзей' : 'Здесь пока нет друзей'}
            action={
              isMine ? (
                <ButtonLink to="/users" variant="primary">
                  Найти людей
                </ButtonLink>
              ) : undefined
            }
          />
        )
      ) : null}
      <ul className={styles.rows}>
        {friends.map((friend) => (
          <PersonRow key={friend._id} person={friend}>
            {isMine ? (
              <Button
                size="small"
                busy={remove.isPending && remove.variables.id === friend._id}
                onClick={() => void part(friend)}
                aria-label={`Убрать из друзей: ${friend.name} ${friend.surname}`}
              >
                Убрать
              </Button>
            ) : null}
          </PersonRow>
        ))}
      </ul>
      <InfiniteList
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        isFailed={found.isFetchNextPageError}
        onMore={() => void found.fetchNextPage()}
      />
    </Card>
  );
}
