import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import * as extras from '@respa/contract/video-extras';
import * as videohost from '@respa/contract/videohost';
import { Comments, type Moments } from '#features/reactions/parts.ts';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import {
  invalidateHistory,
  momentsKey,
  useChangeVideo,
  useMoments,
  useVideos,
  videosOf,
  type Video,
} from './api.ts';
import { Player } from './player/player.tsx';
import { usePlaylist } from './playlists/playlists-api.ts';
import { useMomentOfAddress } from './player/use-moment.ts';
import { VideoGrid } from './video-grid.tsx';
import { VideoHead } from './video-head.tsx';
import styles from './watch.module.css';
import { FAILED } from './words.ts';

/** A video with its player, description and comments, and the videos to watch next. */
export function Watch({ video }: { video: Video }) {
  const { _id, duration, position } = video;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isGoingOn?: boolean } | null };
  const [address] = useSearchParams();
  const element = useRef<HTMLVideoElement>(null);
  const change = useChangeVideo();
  const moments = useMoments(_id);
  const similar = useVideos('same', video.category);
  const popular = useVideos('popular');
  const othersOf = (data: typeof similar.data) => videosOf(data).filter((one) => one._id !== _id);
  // If no video is similar, popular ones are shown.
  const isAlone = similar.isSuccess && othersOf(similar.data).length === 0;
  const listId = address.get('list');
  const list = usePlaylist(listId ?? '', listId !== null);
  const saving = useMutation({
    mutationFn: (second: number) =>
      call(videohost.saveProgress, { params: { videoId: _id }, body: { second } }),
  });
  const asked = useMomentOfAddress(element, duration);
  // The playing video does not move when its stored position changes meanwhile.
  const start = useRef(asked ?? position).current;
  const view = useMutation({
    mutationFn: () => call(videohost.view, { params: { videoId: _id } }),
    onSuccess: ({ views }) => {
      change(_id, (one) => ({ ...one, views }));
      void invalidateHistory(queries);
    },
  });
  const inList = videosOf(list.data);
  const index = inList.findIndex((one) => one._id === _id);
  const following =
    listId === null || index < 0
      ? othersOf(isAlone ? popular.data : similar.data)[0]
      : inList[index + 1];
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
  const pinned: Moments = {
    now: () => Math.min(element.current?.currentTime ?? 0, duration),
    placeOf: (second) =>
      `/videohost/video/${_id}?${new URLSearchParams({ ...(listId === null ? {} : { list: listId }), t: String(second) })}`,
    send: async (text, second) => {
      const answer = await call(extras.comment, {
        params: { videoId: _id },
        body: { text, second },
      });
      void queries.invalidateQueries({ queryKey: momentsKey(_id) });
      return answer;
    },
  };
  const isPlayable = video.state === 'ready';
  return (
    <div className={styles.page}>
      {isPlayable ? (
        <Player
          video={video}
          moments={moments.data ?? []}
          start={start}
          element={element}
          next={next}
          isGoingOn={state?.isGoingOn === true}
          onBegin={() => view.mutate()}
          onPlace={(second) => saving.mutate(second)}
        />
      ) : (
        <Card>
          <EmptyState
            art={video.state === 'failed' ? 'broken' : 'photo'}
            text={video.state === 'failed' ? FAILED : 'Видео обрабатывается'}
            more={
              video.state === 'failed'
                ? 'В этом файле нет видео, которое можно проиграть. Загрузите другой.'
                : 'Его увидят, как только оно будет готово. Эту страницу можно закрыть.'
            }
          />
        </Card>
      )}
      <VideoHead video={video} now={pinned.now} />
      <div className={styles.columns}>
        <Card inset="flush">
          <div className={styles.title}>
            <CardHead title="Комментарии" count={video.comments} />
          </div>
          <Comments
            id={_id}
            moments={pinned}
            onCount={(by) =>
              change(_id, (one) => ({ ...one, comments: Math.max(0, one.comments + by) }))
            }
          />
        </Card>
        <Stack>
          {listId === null || list.data === undefined ? null : (
            <Card>
              <CardHead
                title={list.data.pages[0]!.playlist.name}
                count={list.data.pages[0]!.playlist.count}
                to={`/videohost/playlist/${listId}`}
              />
              <VideoGrid found={list} empty="Здесь пока нет видео" isColumn query={query} />
            </Card>
          )}
          <Card>
            {isAlone ? (
              <CardHead title="Популярное" to="/videohost/popular" />
            ) : (
              <CardHead
                title="Похожие"
                to={`/videohost/same/${encodeURIComponent(video.category)}`}
              />
            )}
            <VideoGrid
              found={isAlone ? popular : similar}
              empty="Здесь пока нет видео"
              isColumn
              without={_id}
            />
          </Card>
        </Stack>
      </div>
    </div>
  );
}
