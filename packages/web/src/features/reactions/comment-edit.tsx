import type { useCommentActions } from './use-comment-actions.ts';
import { CommentForm } from './comment-form.tsx';
import type { Comment } from './api.ts';

type CommentEditProps = Pick<ReturnType<typeof useCommentActions>, 'edit' | 'keep'> & {
  comment: Comment;
  onBegun: (isBegun: boolean, forget: () => void) => void;
  onCancel: () => void;
};
/** The form that changes a comment. */
export function CommentEdit({ comment, edit, keep, onBegun, onCancel }: CommentEditProps) {
  return (
    <CommentForm
      place={`comment-edit.${comment._id}`}
      label="Изменение комментария"
      placeholder="Комментарий"
      action="Сохранить"
      start={comment.text}
      named={comment.mentions}
      isBusy={edit.isPending}
      error={edit.error}
      onBegun={onBegun}
      onCancel={onCancel}
      onSend={(text, mentions) =>
        keep(
          text === comment.text
            ? Promise.resolve()
            : edit.mutateAsync({ comment: comment._id, text, ...mentions }),
        )
      }
    />
  );
}
