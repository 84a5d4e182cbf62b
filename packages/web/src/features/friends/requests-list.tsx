import type { RequestDirection } from '@respa/contract/friends';
import { DirectoryRow, type WriteSlot } from '#features/people/parts.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ListState } from '#ui/feedback/list-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from '#ui/layout/list-row.module.css';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { useFriendRequests } from './api.ts';

const WORDS = {
  incoming: {
    none: 'Новых заявок нет',
    more: 'Когда кто-нибудь захочет добавить вас в друзья, заявка появится здесь.',
  },
  outgoing: {
    none: 'Вы никого не ждёте',
    more: 'Здесь видны ваши заявки, на которые ещё не ответили.',
  },
} as const;

/** Open friend requests, to be answered or taken back. */
export function RequestsList({
  direction,
  write,
}: {
  direction: RequestDirection;
  write: WriteSlot;
}) {
  const list = useFriendRequests(direction);
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  const { none, more } = WORDS[direction];
  return (
    <Card inset="flush">
      <ListState
        list={list}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={4} avatar={52} />}
        empty={
          <EmptyState
            art="people"
            text={none}
            more={more}
            action={
              <ButtonLink to="/users" variant="primary">
                Найти людей
              </ButtonLink>
            }
          />
        }
      />
      <ul className={styles.rows}>
        {people.map((person) => (
          <DirectoryRow key={person._id} person={person} write={write} hasReject />
        ))}
      </ul>
      <MorePages list={list} />
    </Card>
  );
}
