import type { RefObject } from 'react';
import { displayName } from '@respa/contract/characters';
import { dateTime } from '#lib/text/format.ts';
import { Time } from '#ui/display/time.tsx';
import { LikeButton } from '#ui/display/like-button.tsx';
import type { Comment } from './api.ts';
import styles from './comments.module.css';

type CommentFootProps = {
  comment: Comment;
  isAnswering: boolean;
  /** The button that opens the form of the reply. */
  step: RefObject<HTMLButtonElement | null>;
  onAnswer: () => void;
  onLike: () => void;
};
/** Below a comment: its time, and the buttons to reply and to like. */
export function CommentFoot({ comment, isAnswering, step, onAnswer, onLike }: CommentFootProps) {
  return (
    <span className={styles.foot}>
      <Time value={comment.date} />
      {comment.edited === null ? null : <span title={dateTime(comment.edited)}>изменено</span>}
      <button
        ref={step}
        type="button"
        className={styles.step}
        aria-expanded={isAnswering}
        aria-label={`Ответить: ${displayName(comment)}`}
        onClick={onAnswer}
      >
        Ответить
      </button>
      <LikeButton
        small
        liked={comment.liked}
        count={comment.likes}
        label={`Нравится комментарий, ${comment.name}`}
        onToggle={onLike}
      />
    </span>
  );
}
