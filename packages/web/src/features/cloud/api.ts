import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { invalidateNotifications } from '#features/notifications/parts.ts';
import * as cloud from '@respa/contract/cloud';
import * as cloudTrash from '@respa/contract/cloud-trash';
import * as cloudSharing from '@respa/contract/cloud-sharing';
import { ApiError, call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { cloudKey } from './event-api.ts';

export type Thing = Static<typeof cloud.Thing>;
export type Folder = Static<typeof cloud.Folder>;
export type Sort = cloud.Sort;
export type Order = cloud.Order;
export const useFolder = (folder: string, sort: Sort, order: Order) =>
  useInfiniteQuery({
    queryKey: [...cloudKey, 'folder', folder, sort, order],
    queryFn: ({ pageParam, signal }) =>
      call(cloud.list, {
        query: { folder, sort, order, ...(pageParam === '' ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (previous, query) => (query?.queryKey[2] === folder ? previous : undefined),
  });
export const useFound = (q: string) =>
  useInfiniteQuery({
    queryKey: [...cloudKey, 'search', q],
    queryFn: ({ pageParam, signal }) =>
      call(cloud.search, {
        query: { q, ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.files.at(-1)?._id),
    enabled: q !== '',
    placeholderData: (previous) => previous,
  });
export const useFolderPath = (folder: string) =>
  useQuery({
    queryKey: [...cloudKey, 'way', folder],
    queryFn: async () =>
      (await call(cloud.getPath, { params: { folderId: folder === '' ? 'root' : folder } }))
        .folders,
  });
export const useUsage = () =>
  useQuery({ queryKey: [...cloudKey, 'usage'], queryFn: () => call(cloud.usage) });
export const useTrash = () =>
  useInfiniteQuery({
    queryKey: [...cloudKey, 'trash'],
    queryFn: ({ pageParam }) =>
      call(cloudTrash.trash, { query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.files.at(-1)?._id),
  });
export const useFile = (id: string) =>
  useQuery({
    queryKey: [...cloudKey, 'file', id],
    queryFn: async () => (await call(cloud.file, { params: { id } })).file,
    retry: (failures, error) =>
      failures < 2 && !(error instanceof ApiError && error.status < 500 && error.status > 0),
  });
export const useText = (id: string, type: string) =>
  useQuery({
    queryKey: ['cloud-text', id],
    queryFn: () => call(type === 'txt' ? cloud.fileText : cloud.hardFileText, { params: { id } }),
    staleTime: Infinity,
    retry: false,
  });
export const useAudience = (id: string) =>
  useInfiniteQuery({
    queryKey: [...cloudKey, 'audience', id],
    queryFn: ({ pageParam }) =>
      call(cloudSharing.audience, {
        params: { id },
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.people.at(-1)?._id),
  });

/** Runs a change of the cloud and then refetches it. */
function useStep<Input, Done>(step: (input: Input) => Promise<Done>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSettled: () => queries.invalidateQueries({ queryKey: cloudKey }),
  });
}
/** As `useStep`, for a change that creates one thing per input. */
function useCreatingStep<Input, Done>(
  name: string,
  create: (input: Input, key: string) => Promise<Done>,
) {
  const queries = useQueryClient();
  return useCreation(name, {
    create,
    onSettled: () => queries.invalidateQueries({ queryKey: cloudKey }),
  });
}
export const useMakeFolder = (folderId: string) =>
  useCreatingStep(`folder.${folderId}`, async (name: string, key) => {
    const { valid, error } = await call(cloud.checkFolder, { body: { name, folderId } });
    if (!valid) throw new ApiError(400, { error });
    return (await call(cloud.mkdir, { body: { name, folderId }, key })).created;
  });
export const useRename = () =>
  useStep(({ id, name }: { id: string; name: string }) =>
    call(cloud.rename, { params: { id }, body: { name } }),
  );
export const useMove = () =>
  useStep(({ id, folderId }: { id: string; folderId: string }) =>
    call(cloud.move, { params: { id }, body: { folderId } }),
  );
export const useThrow = () => useStep((id: string) => call(cloud.remove, { params: { id } }));
export const useRestore = () =>
  useStep((id: string) => call(cloudTrash.restore, { params: { id } }));
export const useErase = () => useStep((id: string) => call(cloudTrash.erase, { params: { id } }));
export const useEmptyTrash = () => useStep(() => call(cloudTrash.emptyTrash));
export const usePublish = () =>
  useStep(({ id, isPublic }: { id: string; isPublic: boolean }) =>
    call(isPublic ? cloudSharing.publish : cloudSharing.unpublish, { params: { id } }),
  );
export const useSend = () =>
  useCreatingStep('file-sent', ({ file, userId }: { file: Thing; userId: string }, key) =>
    call(cloudSharing.send, { params: { userId, fileId: file._id, fileName: file.name }, key }),
  );
export const useRevoke = (id: string) =>
  useStep((userId: string) => call(cloudSharing.revoke, { params: { id, userId } }));
export const useAccept = () => {
  const queries = useQueryClient();
  return useCreation('file-accepted', {
    create: (id: string, key) => call(cloudSharing.accept, { params: { id }, key }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: cloudKey }),
        invalidateNotifications(queries),
      ]),
  });
};
export const countContents = (id: string) => call(cloud.contents, { params: { id } });

/** Returns the download address. There the browser sends the media cookie and no bearer header. */
export const saveUrl = (id: string): string => `/media/download/${id}`;
export const fileUrl = (id: string): string => `${location.origin}/cloud/file/${id}`;
export const bytesUrl = (file: Thing): string => `/media/cloud/${encodeURIComponent(file.path)}`;
