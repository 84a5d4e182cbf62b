import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { RichText, type VideoTimes } from '#ui/display/rich-text.tsx';
import { duration } from '#lib/text/format.ts';
import type { Comment } from './api.ts';
import styles from './comments.module.css';

type CommentTextProps = {
  comment: Comment;
  /** The video that the comment's second and the times in it belong to. */
  times: VideoTimes | undefined;
};
/** The text of a comment, after whom it replies to and the second that it is pinned to. */
export function CommentText({ comment, times }: CommentTextProps) {
  return (
    <p className={styles.text}>
      <ReplyTarget comment={comment} />
      {comment.second === null || times === undefined ? null : (
        <>
          <Link
            to={times.placeOf(comment.second)}
            className={styles.second}
            title="Перейти к моменту"
          >
            {duration(comment.second)}
          </Link>{' '}
        </>
      )}
      <RichText text={comment.text} mentions={comment.mentions} times={times} />
    </p>
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
        title={`Ответ: ${displayName(answered)}`}
      >
        {answered.name}
      </Link>
      ,{' '}
    </>
  );
}
