import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as sharing from '@respa/contract/sharing';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { invalidateTopic } from '#lib/network/topics.ts';
import type { Ref } from './asked.ts';

export type ObjectCard = Static<typeof sharing.ObjectCard>;

export const useSharers = (of: Ref) =>
  useInfiniteQuery({
    queryKey: ['sharers', of.kind, of.id],
    queryFn: ({ pageParam }) =>
      call(sharing.sharers, {
        params: of,
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
  });

export type NewRepost = {
  of: Ref;
  text: string;
  /** A community; null for the own wall. */
  publicId: string | null;
};
/** Shares an object on the own wall or in a community. Returns the id of the new post. */
export function useShare() {
  const queries = useQueryClient();
  return useCreation('share', {
    create: async ({ of, text, publicId }: NewRepost, key) =>
      publicId === null
        ? call(sharing.toWall, { params: of, body: { text }, key })
        : call(sharing.toCommunity, { params: { ...of, publicId }, body: { text }, key }),
    onSuccess: () => {
      for (const topic of ['reposts', 'posts'] as const) void invalidateTopic(queries, topic);
    },
  });
}
