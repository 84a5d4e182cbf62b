import type { ComponentProps, ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ListRow } from './list-row.tsx';
import styles from './list-row.module.css';
import { MorePages } from './more-pages.tsx';

type Person = { _id: string; name: string; surname: string; avatarUrl: string; isOnline: boolean };
type PeopleListProps = {
  list: ComponentProps<typeof ListState>['list'] & ComponentProps<typeof MorePages>['list'];
  people: readonly { person: Person; end?: ReactNode }[];
  /** Shown without people. */
  empty: string;
};
/** A list of people in a dialog, page by page; `end` stands beside a name. */
export function PeopleList({ list, people, empty }: PeopleListProps) {
  return (
    <>
      <ListState
        list={list}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={3} />}
        empty={<EmptyState art="people" text={empty} />}
        small
      />
      <ul className={styles.rows}>
        {people.map(({ person, end }) => (
          <ListRow
            key={person._id}
            to={`/user/${person._id}`}
            picture={{
              id: person._id,
              src: mediaUrl('useravatars', person.avatarUrl, 160),
              online: person.isOnline,
            }}
            title={displayName(person)}
            isLine
          >
            {end}
          </ListRow>
        ))}
      </ul>
      <MorePages list={list} skeleton={<PeopleSkeleton rows={2} />} />
    </>
  );
}
