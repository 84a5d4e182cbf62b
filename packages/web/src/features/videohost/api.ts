import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import { call } from '#lib/network/call.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useMyId } from '#lib/network/session.ts';

export type ChannelCard = Static<typeof videohost.ChannelCard>;
export type Channel = Static<typeof videohost.Channel>;
export type VideoCard = Static<typeof videohost.VideoCard>;
export type Video = Static<typeof videohost.Video>;
export type VideoMoment = Static<typeof videohost.VideoMoment>;
export type VideoPage = {
  videos: VideoCard[];
  isLast: boolean;
  next?: string | null;
  count?: number;
};

export const hostKey = ['videohost'] as const;
export const channelKey = (id: string) => [...hostKey, 'channel', id] as const;
export const ownKey = [...hostKey, 'own'] as const;
export const listsKey = [...hostKey, 'list'] as const;
/** Refetches the history of watched videos. */
export const invalidateHistory = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...listsKey, 'history'] });
export const videoKey = (id: string) => [...hostKey, 'video', id] as const;
const LIST = 24;

// ── lists of videos
type Listing = { before: string; q: string; signal: AbortSignal };
export type ListName =
  | 'recommended'
  | 'new'
  | 'popular'
  | 'interesting'
  | 'subscribed'
  | 'category'
  | 'same'
  | 'search'
  | 'channel';
const page = ({ before, q }: Listing) => ({
  limit: LIST,
  ...(before === '' ? {} : { before }),
  ...(q === '' ? {} : { q }),
});
/** A date before the site started, so that the list of the newest videos has no end. */
const EVER = '2020-01-01';
async function askList(name: ListName, of: string, me: string, input: Listing): Promise<VideoPage> {
  const { signal } = input;
  const query = page(input);
  const category = of as videohost.Category;
  switch (name) {
    case 'recommended':
      return call(videohost.recommended, { params: { userId: me }, query, signal });
    case 'new':
      return call(videohost.newVideos, { params: { date: EVER }, query, signal });
    case 'popular':
      return call(videohost.popular, { query, signal });
    case 'interesting':
      return call(videohost.interesting, { query, signal });
    case 'subscribed':
      return call(videohost.subscribedVideos, {
        query: { limit: LIST, ...(input.before === '' ? {} : { before: input.before }) },
        signal,
      });
    case 'category':
      return call(videohost.category, { body: { category }, query, signal });
    case 'same':
      return call(videohost.same, { body: { category }, query, signal });
    case 'search':
      return call(videohost.allVideos, { query: { ...query, q: of }, signal });
    case 'channel':
      return call(videohost.channelVideos, { params: { channelId: of }, query, signal });
  }
}
/** Returns a list of videos by its name; `of` is the category, the search words or the channel. */
export function useVideos(name: ListName, of = '', q = '') {
  const me = useMyId();
  return useInfiniteQuery({
    queryKey: [...listsKey, name, of, q],
    queryFn: ({ pageParam, signal }) => askList(name, of, me, { before: pageParam, q, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.isLast ? undefined : last.videos.at(-1)?._id),
  });
}
/** A personal list with its own order: the history or watch later. */
export type PersonalListName = 'history' | 'later';
export function usePersonalList(name: PersonalListName) {
  return useInfiniteQuery({
    queryKey: [...listsKey, name],
    queryFn: ({ pageParam, signal }): Promise<VideoPage> =>
      call(name === 'history' ? extras.history : extras.later, {
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
}
/** Returns each video once, even if one moved between two pages. */
export function videosOf(data: InfiniteData<VideoPage> | undefined): VideoCard[] {
  const seen = new Set<string>();
  return (data?.pages.flatMap((one) => one.videos) ?? []).filter(
    ({ _id }) => !seen.has(_id) && seen.add(_id),
  );
}
/** Returns the few videos that match the text typed into the site's search. */
export const findVideos = async (
  q: string,
  limit: number,
  signal: AbortSignal,
): Promise<VideoCard[]> =>
  (await call(videohost.allVideos, { query: { q, limit }, signal })).videos;
export const findChannels = async (
  q: string,
  limit: number,
  signal: AbortSignal,
): Promise<ChannelCard[]> =>
  (await call(videohost.allChannels, { query: { q, limit }, signal })).channels;

// ── channels
export type ChannelListName = 'recommended' | 'subscribed' | 'search' | 'all';
export function useChannels(name: ChannelListName, q = '') {
  const me = useMyId();
  return useInfiniteQuery({
    queryKey: [...hostKey, 'channels', name, q],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: LIST, ...(pageParam === '' ? {} : { before: pageParam }) };
      if (name === 'recommended')
        return call(videohost.recommendedChannels, { params: { userId: me }, query, signal });
      if (name === 'subscribed')
        return call(videohost.subscribed, { params: { userId: me }, query, signal });
      return call(videohost.allChannels, {
        query: { ...query, ...(q === '' ? {} : { q }) },
        signal,
      });
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.isLast ? undefined : last.channels.at(-1)?._id),
  });
}
export const useChannel = (id: string) =>
  useQuery({
    queryKey: channelKey(id),
    queryFn: async () => (await call(videohost.channel, { params: { id } })).channel,
  });
/** Returns the channel that a member owns, or null. */
export const useChannelOf = (userId: string) =>
  useQuery({
    queryKey: [...ownKey, 'of', userId],
    queryFn: async () => (await call(videohost.channelByAdmin, { params: { userId } })).channel,
  });
/** Returns the member's own channel and those where the member is a helper. */
export const useOwnChannels = () =>
  useQuery({ queryKey: ownKey, queryFn: async () => (await call(videohost.ownChannels)).channels });
/** Subscribes or unsubscribes, as requested. Idempotent, so it is safe to send again. */
export function useSubscribe() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id, isSubscriber }: Pick<ChannelCard, '_id' | 'isSubscriber'>) =>
      call(videohost.subscribe, {
        params: { channelId: _id },
        query: { state: isSubscriber ? 'off' : 'on' },
      }),
    onSuccess: (answer, { _id }) => {
      queries.setQueryData<Channel>(
        channelKey(_id),
        (channel) => channel && { ...channel, ...answer },
      );
      queries.setQueriesData<Video>({ queryKey: [...hostKey, 'video'] }, (video) =>
        video?.channel === _id ? { ...video, ...answer } : video,
      );
      return Promise.all(
        [[...hostKey, 'channels'], channelKey(_id), [...listsKey, 'subscribed']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

// ── one video
export const useVideo = (id: string) =>
  useQuery({
    queryKey: videoKey(id),
    queryFn: async () => (await call(videohost.video, { params: { id } })).video,
  });
export const momentsKey = (id: string) => [...hostKey, 'moments', id] as const;
export const useMoments = (id: string) =>
  useQuery({
    queryKey: momentsKey(id),
    queryFn: async () => (await call(extras.moments, { params: { videoId: id } })).moments,
  });
export function useChangeVideo() {
  const queries = useQueryClient();
  return (id: string, change: (video: Video) => Video) =>
    queries.setQueryData<Video>(videoKey(id), (video) => video && change(video));
}
export function useLikeVideo() {
  const change = useChangeVideo();
  return useMutation({
    mutationFn: ({ _id, liked }: Video) =>
      call(liked ? videohost.dislikeVideo : videohost.likeVideo, { params: { id: _id } }),
    onMutate: (video) =>
      change(video._id, (one) => ({
        ...one,
        liked: !video.liked,
        likes: video.likes + (video.liked ? -1 : 1),
      })),
    onSuccess: (answer, video) => change(video._id, (one) => ({ ...one, ...answer })),
    onError: (_, video) =>
      change(video._id, (one) => ({ ...one, liked: video.liked, likes: video.likes })),
  });
}
export function useLater() {
  const queries = useQueryClient();
  const change = useChangeVideo();
  return useMutation({
    mutationFn: ({ _id, isLater }: Pick<VideoCard, '_id' | 'isLater'>) =>
      call(isLater ? extras.removeLater : extras.addLater, { params: { videoId: _id } }),
    onSuccess: (_, { _id, isLater }) => {
      change(_id, (one) => ({ ...one, isLater: !isLater }));
      queries.setQueriesData<InfiniteData<VideoPage>>(
        { queryKey: listsKey },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((one) => ({
              ...one,
              videos: one.videos.map((video) =>
                video._id === _id ? { ...video, isLater: !isLater } : video,
              ),
            })),
          },
      );
      return queries.invalidateQueries({ queryKey: [...listsKey, 'later'] });
    },
  });
}
/**
 * Handles the video events of the member's stream: refetches the videos that the member manages.
 */
export function handleVideoEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type !== 'video') return;
  void queries.invalidateQueries({ queryKey: videoKey(event.videoId) });
  void queries.invalidateQueries({
    queryKey: [...listsKey, 'channel', event.channelId],
  });
}
