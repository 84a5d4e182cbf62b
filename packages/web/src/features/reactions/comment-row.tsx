import { useRef } from 'react';
import { IconPencil, IconTrash } from '#ui/icons.ts';
import { Link } from 'react-router';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { dateTime, duration } from '#lib/format.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNeighbourFocus } from '#lib/neighbour-focus.ts';
import { useMyId } from '#lib/network/session.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { LikeButton } from '#ui/display/like-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Time } from '#ui/display/time.tsx';
import {
  useComment,
  useEditComment,
  useLikeComment,
  useRemoveComment,
  type Comment,
} from './api.ts';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';

/** What the viewer is doing with a comment: one action at a time in the whole list. */
export type Doing = { id: string; what: 'answer' | 'edit' } | null;
type CommentRowProps = {
  id: string;
  comment: Comment;
  isAnswer: boolean;
  doing: Doing;
  /** Starts or ends an action; asks for confirmation first if there is unsent text. */
  onDo: (doing: Doing) => void;
  onEnd: () => void;
  onBegun: (isBegun: boolean) => void;
  onCount: (by: number) => void;
  /** Returns the link to the second that a comment is pinned to. */
  placeOf: ((second: number) => string) | undefined;
};

/** A comment under the object `id`, with the form to edit it or reply to it. */
export function CommentRow({
  id,
  comment,
  isAnswer,
  doing,
  onDo,
  onEnd,
  onBegun,
  onCount,
  placeOf,
}: CommentRowProps) {
  const remove = useRemoveComment(id);
  const like = useLikeComment(id);
  const edit = useEditComment(id);
  const answer = useComment(id);
  const isMine = useMyId() === comment.user;
  const does = doing?.id === comment._id ? doing.what : null;
  const row = useRef<HTMLDivElement>(null);
  const step = useRef<HTMLButtonElement>(null);
  const end = () => {
    edit.reset();
    answer.reset();
    // The focus returns to the control that opened the form.
    (does === 'answer'
      ? step.current
      : row.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
    )?.focus();
    onEnd();
  };
  const keep = (work: Promise<unknown>) =>
    work.then(
      () => {
        end();
        return true;
      },
      () => false,
    );
  const markNeighbour = useNeighbourFocus('data-comment', comment._id);
  const drop = async () => {
    if (!(await confirm({ title: 'Удалить комментарий?', action: 'Удалить', danger: true })))
      return;
    markNeighbour();
    remove.mutate(comment._id, {
      onSuccess: () => onCount(-1),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <div ref={row} className={styles.comment} data-comment={comment._id}>
      <Link to={`/user/${comment.user}`} tabIndex={-1} aria-hidden="true">
        <Avatar
          id={comment.user}
          src={mediaUrl('useravatars', comment.avatarUrl, 160)}
          size={isAnswer ? 28 : 36}
        />
      </Link>
      <div className={styles.body}>
        <Link to={`/user/${comment.user}`} className={styles.name}>
          {comment.name} {comment.surname}
        </Link>
        {does === 'edit' ? (
          <CommentForm
            label="Изменение комментария"
            placeholder="Комментарий"
            action="Сохранить"
            start={comment.text}
            isBusy={edit.isPending}
            error={edit.error}
            onBegun={onBegun}
            onCancel={end}
            onSend={(text) =>
              keep(
                text === comment.text
                  ? Promise.resolve()
                  : edit.mutateAsync({ comment: comment._id, text }),
              )
            }
          />
        ) : (
          <>
            <p className={styles.text}>
              <ReplyTarget comment={comment} />
              {comment.second === null || placeOf === undefined ? null : (
                <>
                  <Link
                    to={placeOf(comment.second)}
                    className={styles.second}
                    title="Перейти к моменту"
                  >
                    {duration(comment.second)}
                  </Link>{' '}
                </>
              )}
              {comment.text}
            </p>
            <span className={styles.foot}>
              <Time value={comment.date} />
              {comment.edited === null ? null : (
                <span title={dateTime(comment.edited)}>изменено</span>
              )}
              <button
                ref={step}
                type="button"
                className={styles.step}
                aria-expanded={does === 'answer'}
                aria-label={`Ответить: ${comment.name} ${comment.surname}`}
                onClick={() => onDo(does === 'answer' ? null : { id: comment._id, what: 'answer' })}
              >
                Ответить
              </button>
              <LikeButton
                small
                liked={comment.liked}
                count={comment.likes}
                label={`Нравится комментарий, ${comment.name}`}
                onToggle={() => like.mutate(comment)}
              />
            </span>
          </>
        )}
        {does === 'answer' ? (
          <CommentForm
            label="Ответ"
            placeholder={`Ответить: ${comment.name}`}
            action="Отправить ответ"
            isBusy={answer.isPending}
            error={answer.error}
            onBegun={onBegun}
            onCancel={end}
            onSend={(text) =>
              keep(answer.mutateAsync({ text, answerTo: comment._id }).then(() => onCount(1)))
            }
          />
        ) : null}
      </div>
      <Menu
        label={`Действия с комментарием, ${comment.name}`}
        items={[
          isMine
            ? {
                label: 'Изменить',
                icon: <IconPencil size={18} />,
                onSelect: () => onDo({ id: comment._id, what: 'edit' }),
              }
            : reportItem({ kind: 'comment', id: comment._id }),
          comment.mayDelete && {
            label: 'Удалить',
            icon: <IconTrash size={18} />,
            danger: true,
            onSelect: () => void drop(),
          },
        ]}
      />
    </div>
  );
}

/** Shows whom a comment replies to, before its text. */
function ReplyTarget({ comment: { answerTo, answered } }: { comment: Comment }) {
  if (answerTo === null) return null;
  if (answered === null) return <span className={styles.gone}>комментарий удалён</span>;
  return (
    <>
      <Link
        to={`/user/${answered.user}`}
        className={styles.whom}
        title={`Ответ: ${answered.name} ${answered.surname}`}
      >
        {answered.name}
      </Link>
      ,{' '}
    </>
  );
}
