import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as bookmarks from '@respa/contract/bookmarks';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';

export type Bookmark = Static<typeof bookmarks.Bookmark>;
export type Folder = Static<typeof bookmarks.Folder>;
export type Target = { kind: bookmarks.BookmarkedKind; id: string };
const bookmarksKey = ['bookmarks'] as const;
const foldersKey = [...bookmarksKey, 'folders'] as const;

const refetch = (queries: QueryClient) => queries.invalidateQueries({ queryKey: bookmarksKey });

export const useBookmark = (of: Target) =>
  useQuery({
    queryKey: [...bookmarksKey, 'one', of.kind, of.id],
    queryFn: () => call(bookmarks.one, { params: of }),
  });
type Wanted = { kind?: bookmarks.BookmarkedKind | undefined; folder?: string | undefined };
export const useBookmarks = ({ kind, folder }: Wanted) =>
  useInfiniteQuery({
    queryKey: [...bookmarksKey, 'list', kind ?? '', folder ?? ''],
    queryFn: ({ pageParam }) =>
      call(bookmarks.list, {
        query: {
          ...(kind === undefined ? {} : { kind }),
          ...(folder === undefined ? {} : { folder }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.bookmarks.at(-1)?._id),
  });
export const useFolders = () =>
  useQuery({ queryKey: foldersKey, queryFn: () => call(bookmarks.folders) });

/** Adds a bookmark or moves it. */
export function usePutBookmark() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ of, folder }: { of: Target; folder?: string | null }) =>
      call(bookmarks.put, { params: of, body: folder === undefined ? {} : { folder } }),
    onSuccess: () => refetch(queries),
  });
}
export function useRemoveBookmark() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: Target) => call(bookmarks.remove, { params: of }),
    onSuccess: () => refetch(queries),
  });
}
export function useCreateFolder() {
  const queries = useQueryClient();
  return useCreation('bookmark-folder', {
    create: (name: string, key) => call(bookmarks.createFolder, { body: { name }, key }),
    onSuccess: () => refetch(queries),
  });
}
export function useRenameFolder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call(bookmarks.renameFolder, { params: { id }, body: { name } }),
    onSuccess: () => refetch(queries),
  });
}
export function useRemoveFolder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(bookmarks.removeFolder, { params: { id } }),
    onSuccess: () => refetch(queries),
  });
}
