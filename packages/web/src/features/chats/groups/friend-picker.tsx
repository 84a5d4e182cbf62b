import { useDeferredValue, useState, type ReactNode } from 'react';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useOwnFriends, type Member } from './group-api.ts';
import styles from './group-window.module.css';

type FriendPickerProps = {
  /** Users that are not offered. */
  without?: ReadonlySet<string>;
  /** The text shown when all friends are excluded. */
  allIn?: string;
  row: (friend: Member) => ReactNode;
};

/** Lists the member's friends with a search; `row` draws each friend's actions. */
export function FriendPicker({ without, allIn = '', row }: FriendPickerProps) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const found = useOwnFriends(query);
  const all = found.data?.pages.flatMap((page) => page.friends) ?? [];
  const friends = all.filter((friend) => without?.has(friend._id) !== true);
  const isNobody = found.isSuccess && friends.length === 0 && !found.hasNextPage;
  return (
    <>
      <div role="search">
        <SearchField
          label="Поиск среди друзей"
          placeholder="Имя или фамилия"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <ListState
        small
        list={found}
        isEmpty={all.length === 0}
        skeleton={<PeopleSkeleton rows={4} />}
        empty={null}
      />
      {!isNobody ? null : query !== '' && all.length === 0 ? (
        <EmptyState small art="search" text="Никого не нашли" />
      ) : all.length === 0 ? (
        <EmptyState
          small
          art="people"
          text="У вас пока нет друзей"
          action={
            <ButtonLink to="/users" variant="primary">
              Найти людей
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState small art="people" text={allIn} />
      )}
      <ul className={styles.people}>
        {friends.map((friend) => (
          <li key={friend._id} className={styles.person}>
            {row(friend)}
          </li>
        ))}
      </ul>
      <MorePages list={found} />
    </>
  );
}
