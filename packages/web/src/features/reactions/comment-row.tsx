import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { mediaUrl } from '#lib/browser/media.ts';
import type { VideoTimes } from '#ui/display/rich-text.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { CommentAnswer } from './comment-answer.tsx';
import { CommentEdit } from './comment-edit.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { CommentFoot } from './comment-foot.tsx';
import { CommentText } from './comment-text.tsx';
import { useCommentActions } from './use-comment-actions.ts';
import type { Comment } from './api.ts';
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
  onBegun: (isBegun: boolean, forget: () => void) => void;
  onCount: (by: number) => void;
  /** The video that seconds and times of comments belong to. */
  times: VideoTimes | undefined;
};

/** A comment under the object `id`, with the form to edit it or reply to it. */
export function CommentRow(props: CommentRowProps) {
  const { id, comment, isAnswer, doing, onDo, onEnd, onBegun, onCount, times } = props;
  const { row, step, does, like, edit, answer, end, keep, drop } = useCommentActions({
    id,
    comment,
    doing,
    onEnd,
    onCount,
  });
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
          {displayName(comment)}
        </Link>
        {does === 'edit' ? (
          <CommentEdit comment={comment} edit={edit} keep={keep} onBegun={onBegun} onCancel={end} />
        ) : (
          <>
            <CommentText comment={comment} times={times} />
            <CommentFoot
              comment={comment}
              isAnswering={does === 'answer'}
              step={step}
              onAnswer={() => onDo(does === 'answer' ? null : { id: comment._id, what: 'answer' })}
              onLike={() => like.mutate(comment)}
            />
          </>
        )}
        {does === 'answer' ? (
          <CommentAnswer
            comment={comment}
            answer={answer}
            keep={keep}
            onBegun={onBegun}
            onCancel={end}
            onCount={onCount}
          />
        ) : null}
      </div>
      <CommentMenu
        comment={comment}
        onEdit={() => onDo({ id: comment._id, what: 'edit' })}
        onDelete={() => void drop()}
      />
    </div>
  );
}
