import { useRef } from 'react';
import { useNeighbourFocus } from '#lib/navigation/neighbour-focus.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import type { Doing } from './comment-row.tsx';
import {
  useComment,
  useEditComment,
  useLikeComment,
  useRemoveComment,
  type Comment,
} from './api.ts';

type CommentActions = {
  id: string;
  comment: Comment;
  doing: Doing;
  onEnd: () => void;
  onCount: (by: number) => void;
};
/** The changes that a viewer can make to a comment under the object `id`. */
export function useCommentActions({ id, comment, doing, onEnd, onCount }: CommentActions) {
  const remove = useRemoveComment(id);
  const like = useLikeComment(id);
  const edit = useEditComment(id);
  const answer = useComment(id);
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
  return { row, step, does, like, edit, answer, end, keep, drop };
}
