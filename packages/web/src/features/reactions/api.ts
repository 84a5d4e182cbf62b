import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as reactions from '@respa/contract/reactions';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import type { VideoTimes } from '#ui/display/rich-text.tsx';

export type Comment = Static<typeof reactions.Comment>;
const commentsKey = (id: string) => ['comments', id] as const;

/**
 * Sets a like to a state. Idempotent, so it is safe to send again, even if the first response was
 * lost.
 */
const setLike = (id: string, on: boolean) =>
  call(reactions.like, { params: { id }, query: { state: on ? 'on' : 'off' } });

type Reaction = { emoji: string; count: number; mine: boolean };
export type Likable = {
  _id: string;
  liked: boolean;
  likes: number;
  /** Reactions besides the like, where there are any. */
  reactions?: Reaction[];
};
/** Returns the reactions without the member's own one. */
export const withoutMine = (reactions: Reaction[]): Reaction[] =>
  reactions.flatMap((one) =>
    !one.mine ? one : one.count > 1 ? { ...one, count: one.count - 1, mine: false } : [],
  );
/** Likes an object or removes the like. `change` shows it at once; a refused change is reverted. */
export function useLike<T extends Likable>(change: (id: string, next: (one: T) => T) => void) {
  return useMutation({
    mutationFn: (thing: T) => setLike(thing._id, !thing.liked),
    onMutate: (thing) =>
      change(thing._id, (one) => ({
        ...one,
        liked: !thing.liked,
        likes: thing.likes + (thing.liked ? -1 : 1),
        ...(one.reactions && { reactions: withoutMine(one.reactions) }),
      })),
    onSuccess: (answer, thing) => change(thing._id, (one) => ({ ...one, ...answer })),
    onError: (_, thing) =>
      change(thing._id, (one) => ({
        ...one,
        liked: thing.liked,
        likes: thing.likes,
        ...(thing.reactions && { reactions: thing.reactions }),
      })),
  });
}

export const useComments = (id: string) =>
  useInfiniteQuery({
    queryKey: commentsKey(id),
    queryFn: ({ pageParam }) =>
      call(reactions.comments, {
        params: { postId: id },
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.comments[0]?._id),
  });
type Pages = ReturnType<typeof useComments>['data'];
function useChange(id: string) {
  const queries = useQueryClient();
  return (change: (comment: Comment) => Comment | null) =>
    queries.setQueryData<Pages>(
      commentsKey(id),
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            comments: page.comments.flatMap((comment) => change(comment) ?? []),
          })),
        },
    );
}
/**
 * Under a video, a comment may be pinned to a second: provides the current second, sends such a
 * comment, and tells where times in comments lead.
 */
export type Moments = {
  now(): number;
  send(comment: { text: string; mentions?: string; second: number }, key: string): Promise<unknown>;
  times: VideoTimes;
};
type NewComment = {
  text: string;
  mentions?: string;
  answerTo?: string | undefined;
  second?: number | null;
};
export function useComment(id: string, moments?: Moments) {
  const queries = useQueryClient();
  return useCreation(`comment.${id}`, {
    create: async ({ answerTo, second, ...written }: NewComment, key) =>
      second != null && moments !== undefined
        ? moments.send({ ...written, second }, key)
        : call(reactions.comment, {
            key,
            params: { postId: id },
            body: { ...written, ...(answerTo === undefined ? {} : { answerTo }) },
          }),
    onSuccess: () => queries.invalidateQueries({ queryKey: commentsKey(id) }),
  });
}
export function useEditComment(id: string) {
  const change = useChange(id);
  return useMutation({
    mutationFn: ({ comment, ...body }: { comment: string; text: string; mentions?: string }) =>
      call(reactions.editComment, { params: { id: comment }, body }),
    onSuccess: ({ comment }) => change((one) => (one._id === comment._id ? comment : one)),
  });
}
export function useRemoveComment(id: string) {
  const change = useChange(id);
  return useMutation({
    mutationFn: (comment: string) => call(reactions.removeComment, { params: { id: comment } }),
    onSuccess: (_, comment) =>
      change((one) =>
        one._id === comment ? null : one.answerTo === comment ? { ...one, answered: null } : one,
      ),
  });
}
export function useLikeComment(id: string) {
  const change = useChange(id);
  return useMutation({
    mutationFn: (comment: Comment) =>
      call(reactions.likeComment, {
        params: { commentId: comment._id },
        query: { state: comment.liked ? 'off' : 'on' },
      }),
    onMutate: (comment) =>
      change((one) =>
        one._id === comment._id
          ? { ...one, liked: !one.liked, likes: one.likes + (one.liked ? -1 : 1) }
          : one,
      ),
    onSuccess: (answer, comment) =>
      change((one) => (one._id === comment._id ? { ...one, ...answer } : one)),
    onError: (_, comment) => change((one) => (one._id === comment._id ? comment : one)),
  });
}
