import type { ReactNode } from 'react';
import { displayName } from '@respa/contract/characters';
import { sentenceOf } from '#lib/network/call.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import styles from '#ui/layout/list-row.module.css';
import { useBlockAction, useBlockList, type BlockListName } from './blocks-api.ts';
import { PersonRow } from './person-row.tsx';

const WORDS = {
  blocked: {
    title: 'Заблокированные',
    none: 'Вы никого не заблокировали',
    step: 'unblock',
    action: 'Разблокировать',
    done: 'Человек разблокирован',
  },
  muted: {
    title: 'Скрытые из ленты',
    none: 'Вы никого не скрыли',
    step: 'unmute',
    action: 'Показывать',
    done: 'Посты снова в ленте',
  },
} as const;

/**
 * The users that the member has blocked or hidden, with a button to undo it. `none` is shown
 * instead of an empty list.
 */
export function BlockListCard({ list, none }: { list: BlockListName; none?: ReactNode }) {
  const words = WORDS[list];
  const aside = useBlockList(list);
  const people = aside.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <Card inset="flush">
      <div className={styles.title}>
        <CardHead title={words.title} />
      </div>
      <ListState
        small
        list={aside}
        isEmpty={people.length === 0}
        skeleton={<PeopleSkeleton rows={1} avatar={52} />}
        empty={none ?? <EmptyState small art="people" text={words.none} />}
      />
      <ul className={styles.rows}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person}>
            <BackButton id={person._id} name={displayName(person)} list={list} />
          </PersonRow>
        ))}
      </ul>
      <MorePages list={aside} skeleton={<PeopleSkeleton rows={2} avatar={52} />} />
    </Card>
  );
}
/** For the page of a blocked user. */
export const UnblockButton = ({ id }: { id: string }) => (
  <BackButton id={id} list="blocked" size="medium" />
);
function BackButton({
  id,
  name,
  list,
  size = 'small',
}: {
  id: string;
  name?: string;
  list: BlockListName;
  size?: 'small' | 'medium';
}) {
  const { step, action, done } = WORDS[list];
  const back = useBlockAction(id);
  return (
    <Button
      size={size}
      busy={back.isPending}
      aria-label={name === undefined ? undefined : `${action}: ${name}`}
      onClick={() =>
        back.mutate(step, {
          onSuccess: () => showToast(done, { tone: 'good' }),
          onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
        })
      }
    >
      {action}
    </Button>
  );
}
