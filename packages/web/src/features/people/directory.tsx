import type { ReactNode } from 'react';
import { PEOPLE } from '@respa/contract/limits';
import { classNames } from '#lib/browser/class-names.ts';
import { count as formatCount, counted } from '#lib/text/format.ts';
import { FoundCount } from '#ui/feedback/found-count.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Button } from '#ui/forms/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useSlotBetween } from '#ui/layout/between.ts';
import { Card } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from '#ui/layout/list-row.module.css';
import { DirectoryRow } from './directory-row.tsx';
import type { WriteSlot } from './row-actions.tsx';
import type { PeopleFilters } from './use-people-filters.ts';
import { useDirectory, type Entry } from './api.ts';

const BEFORE_BETWEEN = 10;
type DirectoryProps = {
  filters: PeopleFilters;
  /** Beside the search: the button that opens the filters. */
  action?: ReactNode;
  write: WriteSlot;
  between?: ReactNode;
};
/**
 * Lists all users, with a search as the user types and filters, which are in the address.
 * `between` is inserted where it does not move visible content, at the earliest
 * after the tenth row.
 */
export function Directory({ filters, action, write, between }: DirectoryProps) {
  const { filter, q, isAll, chosen, reset } = filters;
  const found = useDirectory(filter);
  const people = found.data?.pages.flatMap((page) => page.users) ?? [];
  const { list, at } = useSlotBetween<HTMLUListElement>(
    BEFORE_BETWEEN,
    people.length,
    between !== undefined,
  );
  const before = at ?? people.length;
  const total = found.data?.pages[0]?.count ?? 0;
  const draw = (person: Entry) => <DirectoryRow key={person._id} person={person} write={write} />;
  return (
    <Card inset="flush">
      <div className={classNames(styles.search, styles.tools)} role="search">
        <SearchField
          label="Поиск людей"
          placeholder="Имя или фамилия"
          value={q.typed}
          onChange={q.setTyped}
        />
        {action}
      </div>
      <FoundCount
        className={styles.found}
        total={found.data && total}
        words={(count) =>
          count > PEOPLE.counted && chosen > 0
            ? `больше ${formatCount(PEOPLE.counted)} человек`
            : counted(count, ['человек', 'человека', 'человек'])
        }
        isAll={isAll}
      />
      <ListState
        list={found}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={8} avatar={52} />}
        empty={
          <EmptyState
            art="search"
            text="Никого не нашли"
            more={
              chosen > 0
                ? 'Таких людей на Респе пока нет. Уберите один из фильтров.'
                : 'Попробуйте только имя или только фамилию.'
            }
            action={
              <Button variant="primary" onClick={reset}>
                {chosen > 0 ? 'Сбросить фильтры' : 'Показать всех'}
              </Button>
            }
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
