import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as open from '@respa/contract/open';
import * as wall from '@respa/contract/wall';
import { call } from '#lib/network/call.ts';
import { below } from '#lib/navigation/post-pages.ts';

export type Community = Static<typeof open.OpenCommunity>;
export type Article = Static<typeof open.OpenArticle>;
export type Channel = Static<typeof open.OpenChannel>;
export type Video = Static<typeof open.OpenVideo>;
export type VideoCard = Static<typeof open.OpenVideoCard>;
export type Post = Static<typeof wall.Post>;
export type Person = Static<typeof open.OpenPerson>;
export type Comment = Static<typeof open.OpenComment>;

const key = (...parts: string[]) => ['open', ...parts] as const;

export const useOpenCommunity = (id: string) =>
  useQuery({
    queryKey: key('community', id),
    queryFn: async () => (await call(open.community, { params: { id } })).community,
  });
export const useOpenArticles = (id: string) =>
  useInfiniteQuery({
    queryKey: key('articles', id),
    queryFn: ({ pageParam }) => call(open.articles, { params: { id }, query: below(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.articles.at(-1)?._id),
  });
export const useOpenArticle = (id: string) =>
  useQuery({
    queryKey: key('article', id),
    queryFn: async () => (await call(open.article, { params: { id } })).article,
  });
export const useOpenChannel = (id: string) =>
  useQuery({
    queryKey: key('channel', id),
    queryFn: async () => (await call(open.channel, { params: { id } })).channel,
  });
export const useOpenVideos = (id: string) =>
  useInfiniteQuery({
    queryKey: key('videos', id),
    queryFn: ({ pageParam }) =>
      call(open.channelVideos, { params: { id }, query: below(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.videos.at(-1)?._id),
  });
export const useOpenVideo = (id: string) =>
  useQuery({
    queryKey: key('video', id),
    queryFn: async () => (await call(open.video, { params: { id } })).video,
  });
export const useOpenPerson = (id: string) =>
  useQuery({
    queryKey: key('person', id),
    queryFn: async () => (await call(open.person, { params: { id } })).person,
  });
export const useOpenWall = (userId: string) =>
  useInfiniteQuery({
    queryKey: key('wall', userId),
    queryFn: ({ pageParam }) =>
      call(wall.list, { params: { userId, page: 1, offset: 0 }, query: below(pageParam) }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.posts.at(-1)?._id),
  });
export const useOpenPost = (id: string) =>
  useQuery({
    queryKey: key('post', id),
    queryFn: async () => (await call(wall.one, { params: { id } })).post,
  });
/** Returns the comments of an article or a video that visitors may read, the newest page first. */
export const useOpenComments = (kind: 'article' | 'video', id: string) =>
  useInfiniteQuery({
    queryKey: key('comments', kind, id),
    queryFn: ({ pageParam }) =>
      call(kind === 'article' ? open.articleComments : open.videoComments, {
        params: { id },
        query: below(pageParam),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.comments[0]?._id),
  });
