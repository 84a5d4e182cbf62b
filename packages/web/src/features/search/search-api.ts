import { useInfiniteQuery } from '@tanstack/react-query';
import * as search from '@respa/contract/search';
import { call } from '#lib/network/call.ts';

/** Returns posts with all words and tags, newest first. Sends no request for an empty query. */
export const useFoundPosts = (q: string, kind?: search.TextKind) =>
  useInfiniteQuery({
    queryKey: ['found-posts', kind ?? '', q],
    queryFn: ({ pageParam, signal }) =>
      call(search.posts, {
        query: {
          q,
          ...(kind === undefined ? {} : { kind }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: q !== '',
  });
