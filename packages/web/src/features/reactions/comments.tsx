import { useRef, useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { EmptyState, ErrorState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { useComment, useComments, type Moments } from './api.ts';
import { PinButton } from './pin-button.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentRow, type Doing } from './comment-row.tsx';
import { arrangeThreads } from './threads.ts';
import styles from './comments.module.css';

/** The comments below an object. `onCount` receives the change of their number. */
export function CommentList({
  id,
  onCount,
  moments,
}: {
  id: string;
  onCount: (by: number) => void;
  moments?: Moments;
}) {
  const list = useComments(id);
  const write = useComment(id, moments);
  const [second, setSecond] = useState<number | null>(null);
  const [doing, setDoing] = useState<Doing>(null);
  const comments = list.data?.pages.flatMap((page) => page.comments) ?? [];
  const send = (text: string) =>
    write.mutateAsync({ text, second }).then(
      () => {
        onCount(1);
        setSecond(null);
        return true;
      },
      () => false,
    );
  const isBegun = useRef(false);
  const turnTo = (next: Doing) => {
    isBegun.current = false;
    setDoing(next);
  };
  const ask = async (next: Doing) => {
    const question =
      doing?.what === 'edit'
        ? { title: 'Не сохранять изменения?', action: 'Не сохранять' }
        : {
            title: 'Не отправлять ответ?',
            text: 'То, что вы написали, пропадёт.',
            action: 'Не отправлять',
          };
    if (!isBegun.current || (await confirm({ ...question, danger: true }))) turnTo(next);
  };
  const common = {
    id,
    doing,
    onDo: (next: Doing) => void ask(next),
    onEnd: () => turnTo(null),
    onBegun: (is: boolean) => {
      isBegun.current = is;
    },
    onCount,
    placeOf: moments?.placeOf,
  };
  return (
    <div className={styles.column} data-neighbours>
      {list.isPending ? <PeopleSkeleton rows={2} avatar={36} /> : null}
      {list.isError && comments.length === 0 ? (
        <ErrorState small onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && comments.length === 0 ? (
        <EmptyState small art="conversation" text="Комментариев пока нет" />
      ) : null}
      {list.hasNextPage ? (
        <Button
          variant="plain"
          size="small"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Показать прежние
        </Button>
      ) : null}
      <ul className={styles.list}>
        {arrangeThreads(comments).map(([first, ...answers]) => (
          <li key={first!._id}>
            <CommentRow {...common} comment={first!} isAnswer={false} />
            {answers.length === 0 ? null : (
              <ul className={styles.answers}>
                {answers.map((comment) => (
                  <li key={comment._id}>
                    <CommentRow {...common} comment={comment} isAnswer />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <CommentForm
        label="Комментарий"
        placeholder="Написать комментарий"
        action="Отправить комментарий"
        isBusy={write.isPending}
        error={write.error}
        onSend={send}
      />
      {moments === undefined ? null : (
        <PinButton second={second} now={moments.now} onChange={setSecond} />
      )}
    </div>
  );
}
