import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as exports from '@respa/contract/exports';
import { call, urlOf } from '#lib/network/call.ts';
import { useLive } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';

export type ExportStatus = Static<typeof exports.ExportStatus>;
const exportKey = ['export'] as const;

/**
 * Returns the state of the member's data archive. For a ready archive, each refetch brings a fresh
 * download link; it is refetched whenever the page is looked at, and once more when the archive
 * expires.
 */
export function useExport() {
  const queries = useQueryClient();
  useLive((event) => {
    if (event.type === 'export' && event['state'] === 'making') {
      queries.setQueryData<ExportStatus>(exportKey, {
        state: 'making',
        progress: Number(event['progress']),
        link: null,
        bytes: null,
        dies: null,
      });
    } else if (event.type === 'export' || event.type === 'connected')
      void queries.invalidateQueries({ queryKey: exportKey });
  });
  return useQuery({
    queryKey: exportKey,
    queryFn: () => call(exports.status),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data?.dies == null ? false : Math.max(1_000, Date.parse(data.dies) - Date.now() + 1_000),
  });
}
function useStep(step: typeof exports.start | typeof exports.remove) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(step),
    onSuccess: (status) => queries.setQueryData<ExportStatus>(exportKey, status),
  });
}
export const useStartExport = () => useStep(exports.start);
export const useRemoveExport = () => useStep(exports.remove);
export const downloadUrl = (link: string): string => urlOf(exports.download, { link });
