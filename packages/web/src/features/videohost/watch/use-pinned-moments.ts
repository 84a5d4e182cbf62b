import type { RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as extras from '@respa/contract/video-extras';
import type { Moments } from '#features/reactions/parts.ts';
import { call } from '#lib/network/call.ts';
import { momentsKey, type Video } from '../api.ts';

/** Lets comments be pinned to a second of the video that is playing. */
export function usePinnedMoments(
  { _id, duration }: Video,
  element: RefObject<HTMLVideoElement | null>,
  listId: string | null,
): Moments {
  const queries = useQueryClient();
  return {
    now: () => Math.min(element.current?.currentTime ?? 0, duration),
    times: {
      seconds: duration,
      placeOf: (second) =>
        `/videohost/video/${_id}?${new URLSearchParams({ ...(listId === null ? {} : { list: listId }), t: String(second) })}`,
    },
    send: async (body, key) => {
      const answer = await call(extras.comment, {
        key,
        params: { videoId: _id },
        body,
      });
      void queries.invalidateQueries({ queryKey: momentsKey(_id) });
      return answer;
    },
  };
}
