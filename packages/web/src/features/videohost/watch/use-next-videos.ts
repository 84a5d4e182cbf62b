import { useNavigate, useSearchParams } from 'react-router';
import { useVideos, videosOf, type Video } from '../api.ts';
import { usePlaylist } from '../playlists/playlists-api.ts';

export type NextVideos = ReturnType<typeof useNextVideos>;

/**
 * Returns the videos to watch next: the playlist in the address (?list=…), and similar videos, or
 * popular ones if none is similar. `next` is the one that follows.
 */
export function useNextVideos({ _id, category }: Video) {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const similar = useVideos('same', category);
  const popular = useVideos('popular');
  const othersOf = (data: typeof similar.data) => videosOf(data).filter((one) => one._id !== _id);
  const isAlone = similar.isSuccess && othersOf(similar.data).length === 0;
  const listId = address.get('list');
  const list = usePlaylist(listId ?? '', listId !== null);
  const inList = videosOf(list.data);
  const index = inList.findIndex((one) => one._id === _id);
  const others = isAlone ? popular : similar;
  const following = listId === null || index < 0 ? othersOf(others.data)[0] : inList[index + 1];
  const query = listId === null ? '' : `?list=${listId}`;
  const next =
    following === undefined
      ? null
      : {
          title: following.title,
          go: () =>
            void navigate(`/videohost/video/${following._id}${query}`, {
              state: { isGoingOn: true },
            }),
        };
  return { listId, list, query, others, isAlone, next };
}
