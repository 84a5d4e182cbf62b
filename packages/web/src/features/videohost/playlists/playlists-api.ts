import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as extras from '@respa/contract/video-extras';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { hostKey, listsKey } from '../api.ts';

export type Playlist = Static<typeof extras.Playlist>;
const playlistsKey = [...hostKey, 'playlists'] as const;
const itemsKey = (id: string) => [...listsKey, 'playlist', id] as const;

/** Returns the member's playlists; with a video, also whether each contains it. */
export const usePlaylists = (videoId = '') =>
  useQuery({
    queryKey: [...playlistsKey, videoId],
    queryFn: async () =>
      (await call(extras.playlists, { query: videoId === '' ? {} : { video: videoId } })).playlists,
  });
export const usePlaylist = (id: string, isEnabled = true) =>
  useInfiniteQuery({
    queryKey: itemsKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(extras.playlist, {
        params: { id },
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: isEnabled,
  });
function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: playlistsKey }),
      queries.invalidateQueries({ queryKey: [...listsKey, 'playlist'] }),
    ]);
}
export function useSavePlaylist() {
  const changed = useChanged();
  return useCreation('playlist', {
    create: ({ id, name, open }: { id?: string; name: string; open: boolean }, key) =>
      id === undefined
        ? call(extras.createPlaylist, { body: { name, open }, key })
        : call(extras.editPlaylist, { params: { id }, body: { name, open } }),
    onSuccess: changed,
  });
}
export function useRemovePlaylist() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (id: string) => call(extras.removePlaylist, { params: { id } }),
    onSuccess: changed,
  });
}
export function useSetInPlaylist() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id, videoId, on }: { id: string; videoId: string; on: boolean }) =>
      call(on ? extras.addToPlaylist : extras.removeFromPlaylist, { params: { id, videoId } }),
    onSuccess: changed,
  });
}
export function useForgetWatched() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (videoId?: string) =>
      videoId === undefined
        ? call(extras.clearHistory)
        : call(extras.removeFromHistory, { params: { videoId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: listsKey }),
  });
}
