import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import { displayName } from '@respa/contract/characters';
import * as wall from '@respa/contract/wall';
import { useLike } from '#features/reactions/parts.ts';
import { call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { dependOn } from '#lib/network/topics.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { below, nextPost, useChangeShown, useShowNewest } from '#lib/navigation/post-pages.ts';
import { preloadPictures } from '#ui/media/picture-grid.tsx';

export type Post = Static<typeof wall.Post>;
const postsKey = ['posts'] as const;
const KNOWN_MS = 60_000;
dependOn('people', postsKey);
dependOn('link-cards', postsKey);
dependOn('reposts', postsKey);
const friendsNewsKey = [...postsKey, 'friends'] as const;
export const wallKey = (userId: string) => [...postsKey, 'wall', userId] as const;
export const scheduledKey = [...postsKey, 'scheduled'] as const;
export const draftsKey = [...postsKey, 'drafts'] as const;
export const oneKey = (id: string) => [...postsKey, 'one', id] as const;

export const useWall = (userId: string) =>
  useInfiniteQuery({
    queryKey: wallKey(userId),
    meta: KEPT,
    queryFn: ({ pageParam }) =>
      call(wall.list, { params: { userId, page: 1, offset: 0 }, query: below(pageParam) }),
    initialPageParam: '',
    getNextPageParam: nextPost,
  });
const friendsNewsQuery = infiniteQueryOptions({
  queryKey: friendsNewsKey,
  meta: KEPT,
  queryFn: ({ pageParam }) => call(wall.friendsNews, { query: below(pageParam) }),
  initialPageParam: '',
  getNextPageParam: nextPost,
});
/** With `isAsked` false, it only observes the list that another part of the page requests. */
export const useFriendsNews = (isEnabled = true) =>
  useInfiniteQuery({ ...friendsNewsQuery, enabled: isEnabled });
/** Prefetches the feed's first page before the page that shows it is drawn. */
export async function prefetchFriendsNews(queries: QueryClient): Promise<void> {
  await queries.prefetchInfiniteQuery(friendsNewsQuery);
  const first = queries.getQueryData(friendsNewsQuery.queryKey)?.pages[0]?.posts[0];
  if (first !== undefined) preloadPictures(picturesOf(first));
}
/** Returns the post's pictures in drawable form. */
export const picturesOf = ({ pictures, head }: Post) =>
  pictures.map((picture, at) =>
    pictureSource('userposts', picture, `Картинка ${at + 1} из поста, ${displayName(head)}`),
  );
/**
 * Fetches the newest posts of friends and shows them. Older ones are paged again from there, so
 * none between them is missing.
 */
export function useReloadFriendsNews() {
  const show = useShowNewest<Post>(friendsNewsKey);
  return useMutation({ mutationFn: () => call(wall.friendsNews), onSuccess: show });
}
/**
 * Handles the friends' post events of the member's stream. A list that is not on the screen is
 * refetched when it is shown again.
 */
export function handlePostEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'friend-post')
    void queries.invalidateQueries({ queryKey: friendsNewsKey, refetchType: 'none' });
  if (event.type === 'connected' && event.again)
    void queries.invalidateQueries({ queryKey: friendsNewsKey });
}
/** Returns a post. One that is `known` from a list is not requested again for a minute. */
export const usePost = (id: string, known?: Post) =>
  useQuery({
    queryKey: oneKey(id),
    meta: KEPT,
    queryFn: () => call(wall.one, { params: { id } }),
    ...(known === undefined ? {} : { initialData: { post: known }, staleTime: KNOWN_MS }),
  });

/** Changes a post wherever it is shown; null removes it. */
export const useChangePost = () => useChangeShown<Post>(postsKey);
export const useLikePost = () => useLike<Post>(useChangePost());
export function useCountComments() {
  const change = useChangePost();
  return (id: string, by: number) =>
    change(id, (post) => ({ ...post, comments: Math.max(0, post.comments + by) }));
}
