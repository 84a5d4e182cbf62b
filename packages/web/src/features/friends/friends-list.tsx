import type { ReactNode } from 'react';
import { DirectoryRow, type usePeopleFilters, type WriteSlot } from '#features/people/parts.ts';
import { ApiError } from '#lib/network/call.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { counted } from '#lib/text/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, NotFoundState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from '#ui/layout/list-row.module.css';
import { NoFriends } from './no-friends.tsx';
import { useFriends } from './api.ts';

type FriendsListProps = {
  id: string;
  filters: ReturnType<typeof usePeopleFilters>;
  /** Beside the search: the button that opens the filters. */
  action?: ReactNode;
  write: WriteSlot;
};
/** The friends of a person, with a search and filters. */
export function FriendsList({ id, filters, action, write }: FriendsListProps) {
  const { filter, q, isAll, reset } = filters;
  const found = useFriends(id, filter);
  const isMine = useMyId() === id;
  const friends = found.data?.pages.flatMap((page) => page.friends) ?? [];
  const total = found.data?.pages[0]?.count ?? 0;
  if (found.data?.pages[0]?.hidden === true)
    return (
      <Card>
        <EmptyState
          art="lock"
          text="Список друзей скрыт"
          more="Его видят только те, кому владелец страницы это разрешил."
          action={<ButtonLink to={`/user/${id}`}>К странице</ButtonLink>}
        />
      </Card>
    );
  if (found.error instanceof ApiError && found.error.status === 404) return <NotFoundState />;
  return (
    <Card inset="flush">
      <div className={classNames(styles.search, styles.tools)} role="search">
        <SearchField
          label="Поиск среди друзей"
          placeholder="Имя или фамилия"
          value={q.typed}
          onChange={q.setTyped}
        />
        {action}
      </div>
      {found.data && total > 0 ? (
        <p className={styles.found} role="status">
          {counted(total, ['друг', 'друга', 'друзей'])}
        </p>
      ) : null}
      <ListState
        list={found}
        isEmpty={friends.length === 0}
        skeleton={<PeopleSkeleton rows={6} avatar={52} />}
        empty={<NoFriends isMine={isMine} isSearch={!isAll} onReset={reset} />}
      />
      <ul className={styles.rows}>
        {friends.map((friend) => (
          <DirectoryRow key={friend._id} person={friend} write={write} areFriends={isMine} />
        ))}
      </ul>
      <MorePages list={found} />
    </Card>
  );
}
