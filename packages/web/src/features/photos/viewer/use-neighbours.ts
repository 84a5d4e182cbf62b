import { useEffect } from 'react';
import { pictureSource } from '#lib/browser/media.ts';
import { usePhoto, usePhotos, type Photo } from '../api.ts';

/** How near the end of what is loaded the next page is requested. */
const NEAR = 3;

/**
 * Returns a photo of a user, the ones beside it, its place among all and their number. The pictures
 * beside it are loaded ahead.
 */
export function useNeighbours(userId: string, id: string) {
  const list = usePhotos(userId);
  const photos = list.data?.pages.flatMap((page) => page.photos) ?? [];
  const at = photos.findIndex(({ _id }) => _id === id);
  const one = usePhoto(id, at === -1);
  const [previous, next] = at === -1 ? [] : [photos[at - 1], photos[at + 1]];
  const isNearEnd = at !== -1 && at + NEAR >= photos.length;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const ahead = [previous, next].map((photo) => photo?.picture.name).join(' ');
  useEffect(() => {
    for (const photo of [previous, next]) if (photo) preload(photo);
    // The names stand for the pictures, which are new objects after each request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ahead]);
  return {
    photo: photos[at] ?? one.data?.photo,
    previous,
    next,
    place: at + 1,
    count: list.data?.pages[0]?.count ?? 0,
    error: one.data ? null : one.error,
    retry: () => void one.refetch(),
  };
}

/** The part of the window that the picture takes, for the choice of its rendition. */
export const SIZES = '(max-width: 899px) 100vw, calc(100vw - 380px)';

function preload(photo: Photo): void {
  const { src, srcSet } = pictureSource('userphotos', photo.picture);
  const image = new Image();
  image.sizes = SIZES;
  image.srcset = srcSet;
  image.src = src;
}
