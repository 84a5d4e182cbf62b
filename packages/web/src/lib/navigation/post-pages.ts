import type { MemberEvent } from '@respa/contract/live-events';
import { useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '#lib/network/live.ts';

/** A page of a list of posts, newest first, in the response format that all such lists share. */
export type PostPage<P> = { posts: P[]; isLast: boolean };
type Known = { _id: string };

export const nextPost = (page: PostPage<Known>): string | undefined =>
  page.isLast ? undefined : page.posts.at(-1)?._id;
/** Returns the query of a page that starts below a post. The empty string means the first page. */
export const below = (before: string): { before?: string } => (before === '' ? {} : { before });

/**
 * Shows only the newest page. Older pages are loaded again from there, so no post between them is
 * missing.
 */
export function useShowNewest<P>(key: QueryKey): (first: PostPage<P>) => Promise<void> {
  const queries = useQueryClient();
  return async (first) => {
    // A running page request would bring the old pages back.
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData<InfiniteData<PostPage<P>>>(key, { pages: [first], pageParams: [''] });
  };
}

/** Changes a post in every list and on its own page; null removes it. */
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

/** Returns how many of the reported posts the newest page would contain. */
export function countFresh(reported: readonly string[], pages: readonly PostPage<Known>[]): number {
  const shown = new Set(pages.flatMap((page) => page.posts.map((post) => post._id)));
  const last = pages.at(-1);
  const oldest = last?.isLast === true ? undefined : last?.posts.at(-1)?._id;
  // Ids are ordered by time, so an id older than everything shown belongs to a page not loaded yet.
  return reported.filter((id) => !shown.has(id) && (oldest === undefined || id > oldest)).length;
}

const MOST = 100;
export type Fresh = { count: number; isLoading: boolean; show: () => void };
type PostEvent = Extract<MemberEvent, { id: string }>;
type FreshInput = {
  pages: readonly PostPage<Known>[];
  /** The event types of the member's stream that report a new post and a deleted one. */
  createdType: PostEvent['type'];
  deletedType?: PostEvent['type'];
  reload: {
    isPending: boolean;
    mutate: (
      input: undefined,
      on: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
  };
  onFail: (error: Error) => void;
};

/** Counts the reported posts that are not in the list yet, and loads them on demand. */
export function useFresh({ pages, createdType, deletedType, reload, onFail }: FreshInput): Fresh {
  const [reported, setReported] = useState<readonly string[]>([]);
  const count = countFresh(reported, pages);
  useLive((event) => {
    if (!('id' in event)) return;
    if (event.type === createdType) setReported((before) => [...before, event.id].slice(-MOST));
    if (event.type === deletedType) setReported((before) => before.filter((id) => id !== event.id));
  });
  const show = () =>
    reload.mutate(undefined, {
      onSuccess: () => {
        // Also forgets the posts that did not arrive because they were deleted meanwhile.
        setReported((now) => now.filter((id) => !reported.includes(id)));
        window.scrollTo({
          top: 0,
          behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
        });
      },
      onError: onFail,
    });
  return { count, isLoading: reload.isPending, show };
}
