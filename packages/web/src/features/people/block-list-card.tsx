import { sentenceOf } from '#lib/network/call.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { InfiniteList } from '#ui/layout/infinite-list.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useBlockList, useBlockAction, type BlockListName } from './blocks-api.ts';
import { PersonRow } from './person-row.tsx';
import styles from '#ui/layout/list-row.module.css';

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
    done: 'Записи снова в ленте',
  },
} as const;

/** The users that the member has blocked or hidden, with a button to undo it. */
export function BlockListCard({ list }: { list: BlockListName }) {
  const words = WORDS[list];
  const aside = useBlockList(list);
  const people = aside.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <Card inset="flush">
      <div className={styles.title}>
        <CardHead title={words.title} />
      </div>
      {aside.isPending ? <PeopleSkeleton rows={1} avatar={52} /> : null}
      {aside.isError && people.length === 0 ? (
        <ErrorState small onRetry={() => void aside.refetch()} />
      ) : null}
      {aside.isSuccess && people.length === 0 ? (
        <EmptyState small art="people" text={words.none} />
      ) : null}
      <ul className={styles.rows}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person}>
            <BackButton id={person._id} name={`${person.name} ${person.surname}`} list={list} />
          </PersonRow>
        ))}
      </ul>
      <InfiniteList
        hasMore={aside.hasNextPage}
        isLoading={aside.isFetchingNextPage}
        isFailed={aside.isFetchNextPageError}
        onMore={() => void aside.fetchNextPage()}
        skeleton={<PeopleSkeleton rows={2} avatar={52} />}
      />
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
