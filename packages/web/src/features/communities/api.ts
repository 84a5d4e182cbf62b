import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as communities from '@respa/contract/communities';
import { useLike } from '#features/reactions/parts.ts';
import { call } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { pictureSource } from '#lib/browser/media.ts';
import { dependOn, invalidateTopic } from '#lib/network/topics.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { below, nextPost, useChangeShown, useShowNewest } from '#lib/navigation/post-pages.ts';

export type Card = Static<typeof communities.CommunityCard>;
export type CommunityDetails = Static<typeof communities.CommunityDetails>;
export type Article = Static<typeof communities.Article>;

export const communitiesKey = ['publics'] as const;
export const oneKey = (id: string) => [...communitiesKey, 'one', id] as const;
export const ownKey = [...communitiesKey, 'own'] as const;
const subscribesKey = (id: string) => [...communitiesKey, 'subscribes', id] as const;
export const articlesKey = ['articles'] as const;
dependOn('link-cards', articlesKey);
dependOn('reposts', articlesKey);
export const wallKey = (publicId: string) => [...articlesKey, 'public', publicId] as const;
export const waitingKey = (publicId: string, state: 'proposed' | 'scheduled') =>
  [...articlesKey, 'waiting', publicId, state] as const;
export const articleKey = (id: string) => [...articlesKey, 'one', id] as const;
const newsKey = [...articlesKey, 'news'] as const;
/** Refetches what depends on the communities that the member follows. */
export const invalidateSubscriptions = (queries: QueryClient): Promise<unknown> =>
  Promise.all([communitiesKey, newsKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
const LIST = 30;
const KNOWN_MS = 60_000;

export const useCommunities = (q: string) =>
  useInfiniteQuery({
    queryKey: [...communitiesKey, 'all', q],
    queryFn: ({ pageParam, signal }) =>
      call(communities.all, {
        query: { limit: LIST, ...(q === '' ? {} : { q }), ...below(pageParam) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.publics.at(-1)?._id),
    placeholderData: (previous) => previous,
  });
/** Returns the few communities that match the text typed into the site's search. */
export const findCommunities = async (
  q: string,
  limit: number,
  signal: AbortSignal,
): Promise<Card[]> => (await call(communities.all, { query: { q, limit }, signal })).publics;
export const useOwnCommunities = () =>
  useQuery({ queryKey: ownKey, queryFn: async () => (await call(communities.own)).publics });
export const useCommunity = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: async () => (await call(communities.one, { params: { id } })).pub,
  });
export const useFirstSubscribers = (id: string) =>
  useQuery({
    queryKey: [...oneKey(id), 'first'],
    queryFn: async () => (await call(communities.firstSubscribers, { params: { id } })).subscribers,
  });
/** Returns what a user follows, or with the id of a community, its followers. */
export const useSubscribes = (id: string) =>
  useInfiniteQuery({
    queryKey: subscribesKey(id),
    queryFn: ({ pageParam }) =>
      call(communities.subscribes, { params: { id }, query: { limit: LIST, ...below(pageParam) } }),
    initialPageParam: '',
    getNextPageParam: (page) =>
      page.isLast ? undefined : (page.subscribes.at(-1) ?? page.subscribers.at(-1))?._id,
  });

/** Subscribes or unsubscribes, as requested. Idempotent, so it is safe to send again. */
export function useSubscribe() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id, isSubscriber }: Pick<Card, '_id' | 'isSubscriber'>) =>
      call(communities.subscribe, {
        params: { id: _id },
        query: { state: isSubscriber ? 'off' : 'on' },
      }),
    onSuccess: (answer, { _id }) => {
      queries.setQueryData<CommunityDetails>(
        oneKey(_id),
        (community) => community && { ...community, ...answer },
      );
      return Promise.all([
        invalidateSubscriptions(queries),
        invalidateTopic(queries, 'communities'),
      ]);
    },
  });
}

export const useArticles = (publicId: string) =>
  useInfiniteQuery({
    queryKey: wallKey(publicId),
    queryFn: ({ pageParam }) =>
      call(communities.posts, {
        params: { id: publicId },
        query: { slim: 'true', ...below(pageParam) },
      }),
    initialPageParam: '',
    getNextPageParam: nextPost,
  });
export const useWaiting = (publicId: string, state: 'proposed' | 'scheduled') =>
  useInfiniteQuery({
    queryKey: waitingKey(publicId, state),
    queryFn: ({ pageParam }) =>
      call(communities.waiting, { params: { id: publicId, state }, query: below(pageParam) }),
    initialPageParam: '',
    getNextPageParam: nextPost,
  });
/** With `isAsked` false, it only observes the list that another part of the page requests. */
export const useNews = (isEnabled = true) =>
  useInfiniteQuery({
    queryKey: newsKey,
    queryFn: ({ pageParam }) =>
      call(communities.news, { query: { slim: 'true', ...below(pageParam) } }),
    initialPageParam: '',
    getNextPageParam: nextPost,
    enabled: isEnabled,
  });
/**
 * Fetches the newest articles and shows them. Older ones are paged again from there, so none
 * between them is missing.
 */
export function useReloadNews() {
  const show = useShowNewest<Article>(newsKey);
  return useMutation({
    mutationFn: () => call(communities.news, { query: { slim: 'true' } }),
    onSuccess: show,
  });
}
/** Returns an article. One that is `known` from a list is not requested again for a minute. */
export const useArticle = (id: string, known?: Article) =>
  useQuery({
    queryKey: articleKey(id),
    queryFn: () => call(communities.post, { params: { id } }),
    ...(known === undefined ? {} : { initialData: { post: known }, staleTime: KNOWN_MS }),
  });
/** Returns the article's pictures in drawable form. */
export const picturesOf = ({ pictures, head }: Article) =>
  pictures.map((picture, at) =>
    pictureSource('publicposts', picture, `Картинка ${at + 1} из поста, ${head.name}`),
  );

/** Changes an article wherever it is shown; null removes it. */
export const useChangeArticle = () => useChangeShown<Article>(articlesKey);
export const useLikeArticle = () => useLike<Article>(useChangeArticle());
export function useCountComments() {
  const change = useChangeArticle();
  return (id: string, by: number) =>
    change(id, (one) => ({ ...one, commentsCount: Math.max(0, one.commentsCount + by) }));
}
/**
 * Handles the community events of the member's stream: what is on the screen is refetched, the news
 * when they are shown again.
 */
export function handleCommunityEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'connected' && event.again)
    for (const queryKey of [communitiesKey, articlesKey])
      void queries.invalidateQueries({ queryKey });
  if (!('publicId' in event)) return;
  const id = event.publicId;
  if (event.type === 'public-post')
    void queries.invalidateQueries({ queryKey: newsKey, refetchType: 'none' });
  if (
    event.type === 'public-post' ||
    event.type === 'public-changed' ||
    event.type === 'public-post-gone'
  )
    void queries.invalidateQueries({ queryKey: wallKey(id) });
  void queries.invalidateQueries({ queryKey: oneKey(id) });
  if (event.type === 'public-notice')
    void queries.invalidateQueries({ queryKey: [...articlesKey, 'waiting', id] });
}
