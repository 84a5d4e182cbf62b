import { useQuery } from '@tanstack/react-query';
import * as communities from '@respa/contract/communities';
import * as wall from '@respa/contract/wall';
import { call } from '#lib/network/call.ts';

export type PostKind = 'userpost' | 'publicpost';
/** The former texts of a post, the newest first. They are read again each time they are opened. */
export const useVersions = (kind: PostKind, id: string) =>
  useQuery({
    queryKey: ['post-versions', kind, id],
    queryFn: async () =>
      (
        await call(kind === 'userpost' ? wall.versions : communities.versions, {
          params: { id },
        })
      ).versions,
    staleTime: 0,
    gcTime: 0,
  });
