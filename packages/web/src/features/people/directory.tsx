import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { counted, years } from '#lib/format.ts';
import { useMyId } from '#lib/network/session.ts';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useSlotBetween } from '#ui/layout/between.ts';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import styles from '#ui/layout/list-row.module.css';
import { useDirectory, type Entry } from './api.ts';
import { PersonRow } from './person-row.tsx';
import { RelationButton } from './relation-button.tsx';

const PAUSE_MS = 250;
const BEFORE_BETWEEN = 10;
const relationOf = (entry: Entry) =>
  entry.isFriends
    ? 'friends'
    : entry.isIncoming
      ? 'incoming'
      : entry.isRequest
        ? 'request'
        : 'none';

/**
 * Lists all users, with a search as the user types. The search is in the address, so that going
 * back restores it. `between` is inserted where it does not move visible content, at the earliest
 * after the tenth row.
 */
export function Directory({ between }: { between?: ReactNode }) {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const [query, setQuery] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim());
      setAddress(typed.trim() === '' ? {} : { q: typed.trim() }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, setAddress]);
  const found = useDirectory(useDeferredValue(query));
  const me = useMyId();
  const people = found.data?.pages.flatMap((page) => page.users) ?? [];
  const { list, at } = useSlotBetween<HTMLUListElement>(
    BEFORE_BETWEEN,
    people.length,
    between !== undefined,
  );
  const before = at ?? people.length;
  const total = found.data?.pages[0]?.count ?? 0;
  const draw = (person: Entry) => (
    <PersonRow
      key={person._id}
      person={person}
      text={[years(person.years), person.city].filter(Boolean).join(' · ')}
    >
      {person._id === me ? null : (
        <RelationButton
          id={person._id}
          name={`${person.name} ${person.surname}`}
          relation={relationOf(person)}
          size="small"
        />
      )}
    </PersonRow>
  );
  return (
    <Card inset="flush">
      <div className={styles.search} role="search">
        <SearchField
          label="Поиск людей"
          placeholder="Имя или фамилия"
          value={typed}
          onChange={setTyped}
        />
      </div>
      <p className={styles.found} role="status">
        {found.data
          ? `${query === '' ? 'Всего' : 'Найдено'}: ${counted(total, ['человек', 'человека', 'человек'])}`
          : ' '}
      </p>
      {found.isPending ? <PeopleSkeleton rows={8} avatar={52} /> : null}
      {found.isError && people.length === 0 ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : null}
      {found.isSuccess && people.length === 0 ? (
        <EmptyState
          art="search"
          text="Никого не нашли"
          more="Попробуйте только имя или только фамилию."
        />
      ) : null}
      <ul ref={list} className={styles.rows}>
        {people.slice(0, before).map(draw)}
      </ul>
      {at === null ? null : between}
      {people.length > before ? (
        <ul className={classNames(styles.rows, styles.following)}>
          {people.slice(before).map(draw)}
        </ul>
      ) : null}
      <InfiniteList
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        isFailed={found.isFetchNextPageError}
        onMore={() => void found.fetchNextPage()}
        skeleton={<PeopleSkeleton rows={3} avatar={52} />}
      />
    </Card>
  );
}
