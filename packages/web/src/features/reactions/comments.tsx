import { useState } from 'react';
import { ListState } from '#ui/feedback/list-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { CommentThreads } from './comment-threads.tsx';
import { useDoing } from './use-doing.ts';
import { useComment, useComments, type Moments } from './api.ts';
import { PinButton } from './pin-button.tsx';
import { ClosedComments, type ClosedFor } from './closed-comments.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';

type CommentListProps = {
  id: string;
  onCount: (by: number) => void;
  moments?: Moments;
  /** Who may comment, if the reader may not. */
  closed?: ClosedFor | undefined;
};
/** The comments below an object. `onCount` receives the change of their number. */
export function CommentList({ id, onCount, moments, closed }: CommentListProps) {
  const list = useComments(id);
  const write = useComment(id, moments);
  const [second, setSecond] = useState<number | null>(null);
  const comments = list.data?.pages.flatMap((page) => page.comments) ?? [];
  const send = (text: string, mentions: { mentions?: string }) =>
    write.mutateAsync({ text, ...mentions, second }).then(
      () => {
        onCount(1);
        setSecond(null);
        return true;
      },
      () => false,
    );
  const { doing, onDo, onEnd, onBegun } = useDoing();
  const common = {
    id,
    doing,
    onDo,
    onEnd,
    onBegun,
    onCount,
    times: moments?.times,
  };
  return (
    <div className={styles.column} data-neighbours>
      <ListState
        small
        list={list}
        isEmpty={comments.length === 0}
        skeleton={<PeopleSkeleton rows={2} avatar={36} />}
        empty={<EmptyState small art="conversation" text="Комментариев пока нет" />}
      />
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
      <CommentThreads comments={comments} row={common} />
      {closed === undefined ? (
        <CommentForm
          place={`comment.${id}`}
          label="Комментарий"
          placeholder="Написать комментарий"
          action="Отправить комментарий"
          isBusy={write.isPending}
          error={write.error}
          onSend={send}
        />
      ) : (
        <ClosedComments closed={closed} />
      )}
      {moments === undefined ? null : (
        <PinButton second={second} now={moments.now} onChange={setSecond} />
      )}
    </div>
  );
}
