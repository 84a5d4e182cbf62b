import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as photos from '@respa/contract/photos';
import { invalidatePeople } from '#features/people/parts.ts';
import { useLike } from '#features/reactions/parts.ts';
import { call } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import type { Sending } from '#ui/files/use-sending.ts';

export type Photo = Static<typeof photos.Photo>;
type Page = { photos: Photo[]; isLast: boolean; count: number };
const photosKey = ['photos'] as const;
const oneKey = (id: string) => [...photosKey, 'one', id] as const;

export const usePhotos = (userId: string) =>
  useInfiniteQuery({
    queryKey: [...photosKey, 'list', userId],
    queryFn: ({ pageParam }) =>
      call(photos.list, {
        params: { userId },
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.photos.at(-1)?._id),
  });
export const usePhoto = (id: string, isWanted = true) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: () => call(photos.one, { params: { id } }),
    enabled: isWanted,
  });
function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [...photosKey, 'list'] }),
      invalidatePeople(queries),
    ]);
}
export function useCreatePhoto() {
  const changed = useChanged();
  return useCreation('photo', {
    create: ({ file, sending }: { file: File; sending: Sending }, key) =>
      call(photos.create, { files: { file: [file] }, key, ...sending }),
    onSuccess: changed,
  });
}
export function useRemovePhoto() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (photo: Photo) => call(photos.remove, { params: { imageUrl: photo.imageUrl } }),
    onSuccess: changed,
  });
}
/** Changes a photo wherever it is shown. */
export function useChangePhoto() {
  const queries = useQueryClient();
  return (id: string, change: (photo: Photo) => Photo) =>
    queries.setQueriesData<InfiniteData<Page> | { photo: Photo }>(
      { queryKey: photosKey },
      (data) => {
        if (data === undefined) return data;
        if ('photo' in data) return data.photo._id === id ? { photo: change(data.photo) } : data;
        return {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            photos: page.photos.map((photo) => (photo._id === id ? change(photo) : photo)),
          })),
        };
      },
    );
}
export const useLikePhoto = () => useLike<Photo>(useChangePhoto());
export function useCountPhotoComments() {
  const change = useChangePhoto();
  return (id: string, by: number) =>
    change(id, (photo) => ({ ...photo, comments: Math.max(0, photo.comments + by) }));
}
