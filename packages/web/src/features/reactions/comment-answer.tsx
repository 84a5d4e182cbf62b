import type { useCommentActions } from './use-comment-actions.ts';
import { CommentForm } from './comment-form.tsx';
import type { Comment } from './api.ts';

type CommentAnswerProps = Pick<ReturnType<typeof useCommentActions>, 'answer' | 'keep'> & {
  comment: Comment;
  onBegun: (isBegun: boolean, forget: () => void) => void;
  onCancel: () => void;
  onCount: (by: number) => void;
};
/** The form that replies to a comment. */
export function CommentAnswer({
  comment,
  answer,
  keep,
  onBegun,
  onCancel,
  onCount,
}: CommentAnswerProps) {
  return (
    <CommentForm
      place={`answer.${comment._id}`}
      label="Ответ"
      placeholder={`Ответить: ${comment.name}`}
      action="Отправить ответ"
      isBusy={answer.isPending}
      error={answer.error}
      onBegun={onBegun}
      onCancel={onCancel}
      onSend={(text, mentions) =>
        keep(
          answer.mutateAsync({ text, ...mentions, answerTo: comment._id }).then(() => onCount(1)),
        )
      }
    />
  );
}
