// Separate from api.ts, because it loads with the bar of reactions.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import * as contract from '@respa/contract/post-reactions';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { withoutMine, type Likable } from './api.ts';

export const CHOICES = [contract.LIKE, ...contract.REACTIONS] as const;
export type Choice = (typeof CHOICES)[number];
export const NAMES: Record<Choice, string> = {
  '❤️': 'Нравится',
  '🔥': 'Огонь',
  '😂': 'Смешно',
  '😮': 'Удивительно',
  '😢': 'Грустно',
  '👏': 'Браво',
  '👎': 'Не нравится',
};
export type Reactable = Likable & { reactions: NonNullable<Likable['reactions']> };
/** Changes a post wherever it is shown. */
export type Change = (id: string, next: <T extends Reactable>(one: T) => T) => void;
const reactorsKey = (id: string) => ['reactors', id] as const;

/** Returns the member's own reaction, the like included; null without one. */
export const mineOf = ({ liked, reactions }: Reactable): Choice | null =>
  liked ? contract.LIKE : ((reactions.find(({ mine }) => mine)?.emoji as Choice) ?? null);

function withMine<T extends Reactable>(post: T, emoji: Choice | null): T {
  const { liked, likes } = post;
  const isLike = emoji === contract.LIKE;
  const others = withoutMine(post.reactions);
  const rest = others.filter((one) => one.emoji !== emoji);
  const count = others.find((one) => one.emoji === emoji)?.count ?? 0;
  return {
    ...post,
    liked: isLike,
    likes: likes + Number(isLike) - Number(liked),
    reactions:
      emoji === null || isLike
        ? others
        : [...rest, { emoji, count: count + 1, mine: true }].sort((a, b) => b.count - a.count),
  };
}

/** Sets the member's reaction to a post, or removes it with null. It is shown at once. */
export function useReact(change: Change) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ post: { _id: id }, emoji }: { post: Reactable; emoji: Choice | null }) =>
      emoji === null
        ? call(contract.unreact, { params: { id } })
        : call(contract.react, { params: { id }, body: { emoji } }),
    onMutate: ({ post, emoji }) => change(post._id, (one) => withMine(one, emoji)),
    onSuccess: (answer, { post }) => {
      change(post._id, (one) => ({ ...one, ...answer }));
      void queries.invalidateQueries({ queryKey: reactorsKey(post._id) });
    },
    onError: (_, { post: { _id: id, liked, likes, reactions } }) =>
      change(id, (one) => ({ ...one, liked, likes, reactions })),
  });
}
/** The members who reacted to a post, with one emoji or with any. */
export const useReactors = (id: string, emoji: Choice | null) =>
  useInfiniteQuery({
    queryKey: [...reactorsKey(id), emoji],
    queryFn: ({ pageParam }) =>
      call(contract.reactedBy, {
        params: { id },
        query: {
          ...(emoji === null ? {} : { emoji }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : (page.last ?? undefined)),
  });
