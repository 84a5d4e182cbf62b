import { useDeferredValue, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { counted } from '#lib/format.ts';
import { FoundCount } from '#ui/feedback/found-count.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useSlotBetween } from '#ui/layout/between.ts';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from '#ui/layout/list-row.module.css';
import { DirectoryRow } from './directory-row.tsx';
import { useAddressQuery } from './use-address-query.ts';
import { useDirectory, type Entry } from './api.ts';

const BEFORE_BETWEEN = 10;
/**
 * Lists all users, with a search as the user types. The search is in the address, so that going
 * back restores it. `between` is inserted where it does not move visible content, at the earliest
 * after the tenth row.
 */
export function Directory({ between }: { between?: ReactNode }) {
  const { typed, setTyped, query } = useAddressQuery();
  const found = useDirectory(useDeferredValue(query));
  const people = found.data?.pages.flatMap((page) => page.users) ?? [];
  const { list, at } = useSlotBetween<HTMLUListElement>(
    BEFORE_BETWEEN,
    people.length,
    between !== undefined,
  );
  const before = at ?? people.length;
  const total = found.data?.pages[0]?.count ?? 0;
  const draw = (person: Entry) => <DirectoryRow key={person._id} person={person} />;
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
      <FoundCount
        className={styles.found}
        total={found.data && total}
        words={(count) => counted(count, ['человек', 'человека', 'человек'])}
        isAll={query === ''}
      />
      <ListState
        list={found}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={8} avatar={52} />}
        empty={
          <EmptyState
            art="search"
            text="Никого не нашли"
            more="Попробуйте только имя или только фамилию."
          />
        }
      />
      <ul ref={list} className={styles.rows}>
        {people.slice(0, before).map(draw)}
      </ul>
      {at === null ? null : between}
      {people.length > before ? (
        <ul className={classNames(styles.rows, styles.following)}>
          {people.slice(before).map(draw)}
        </ul>
      ) : null}
      <MorePages list={found} skeleton={<PeopleSkeleton rows={3} avatar={52} />} />
    </Card>
  );
}
