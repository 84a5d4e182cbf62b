import type { MemberEvent } from '@respa/contract/live-events';
import { useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from './network/live.ts';

/** A page of a list of posts, newest first, as every such list is answered. */
export type PostPage<P> = { posts: P[]; isLast: boolean };
type Known = { _id: string };

export const nextPost = (page: PostPage<Known>): string | undefined =>
  page.isLast ? undefined : page.posts.at(-1)?._id;
/** The query of a page that begins below a post; nothing asks for the first. */
export const below = (before: string): { before?: string } => (before === '' ? {} : { before });

/** Shows the newest page alone: what lies deeper is paged anew from there, so nothing is missed between. */
export function useShowNewest<P>(key: QueryKey): (first: PostPage<P>) => Promise<void> {
  const queries = useQueryClient();
  return async (first) => {
    // A page that is under way would bring the old ones back.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData<InfiniteData<PostPage<P>>>(key, { pages: [first], pageParams: [''] });
  };
}

/** Changes a post in every list and alone; null takes it away. */
export function useChangeShown<P extends Known>(
  key: QueryKey,
): (id: string, change: (post: P) => P | null) => void {
  const queries = useQueryClient();
  return (id, change) => {
    queries.setQueriesData<InfiniteData<PostPage<P>> | { post: P }>({ queryKey: key }, (data) => {
      if (data === undefined) return data;
      if ('post' in data)
        return data.post._id === id ? { post: change(data.post) ?? data.post } : data;
      return {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          posts: page.posts.flatMap((one) => (one._id === id ? (change(one) ?? []) : one)),
        })),
      };
    });
  };
}

/** How many of the posts that were told of would come with the newest page. */
export function countFresh(told: readonly string[], pages: readonly PostPage<Known>[]): number {
  const shown = new Set(pages.flatMap((page) => page.posts.map((post) => post._id)));
  const last = pages.at(-1);
  const oldest = last?.isLast === true ? undefined : last?.posts.at(-1)?._id;
  // Ids follow one another in time: what is older than everything shown lies on a page to come.
  return told.filter((id) => !shown.has(id) && (oldest === undefined || id > oldest)).length;
}

const MOST = 100;
export type Fresh = { count: number; isLoading: boolean; show: () => void };
type PostEvent = Extract<MemberEvent, { id: string }>;
type FreshInput = {
  pages: readonly PostPage<Known>[];
  /** The types of the member's stream that tell of a new post and of one that is gone. */
  born: PostEvent['type'];
  gone?: PostEvent['type'];
  reload: {
    isPending: boolean;
    mutate: (
      input: undefined,
      on: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
  };
  onFail: (error: Error) => void;
};

/** Posts that were told of and are not in the list yet, and the way to bring them in. */
export function useFresh({ pages, born, gone, reload, onFail }: FreshInput): Fresh {
  const [told, setNotified] = useState<readonly string[]>([]);
  const count = countFresh(told, pages);
  useLive((event) => {
    if (!('id' in event)) return;
    if (event.type === born) setNotified((before) => [...before, event.id].slice(-MOST));
    if (event.type === gone) setNotified((before) => before.filter((id) => id !== event.id));
  });
  const show = () =>
    reload.mutate(undefined, {
      onSuccess: () => {
        // Also what did not come after all: it was taken away again.
        setNotified((now) => now.filter((id) => !told.includes(id)));
        window.scrollTo({
          top: 0,
          behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
        });
      },
      onError: onFail,
    });
  return { count, isLoading: reload.isPending, show };
}
