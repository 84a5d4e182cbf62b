import { useRef } from 'react';
import { useLocation } from 'react-router';
import { Comments } from '#features/reactions/parts.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { useChangeVideo, useMoments, type Video } from '../api.ts';
import { Player } from '../player/player.tsx';
import { useMomentOfAddress } from '../player/use-moment.ts';
import { NextVideos } from './next-videos.tsx';
import { UnplayableVideo } from './unplayable-video.tsx';
import { useNextVideos } from './use-next-videos.ts';
import { usePinnedMoments } from './use-pinned-moments.ts';
import { useWatching } from './use-watching.ts';
import { VideoHead } from './video-head.tsx';
import styles from './watch.module.css';

/** A video with its player, description and comments, and the videos to watch next. */
export function Watch({ video }: { video: Video }) {
  const { _id, duration, position } = video;
  const { state } = useLocation() as { state: { isGoingOn?: boolean } | null };
  const element = useRef<HTMLVideoElement>(null);
  const change = useChangeVideo();
  const moments = useMoments(_id);
  const found = useNextVideos(video);
  const { countView, savePlace } = useWatching(_id);
  const asked = useMomentOfAddress(element, duration);
  // The playing video does not move when its stored position changes meanwhile.
  const start = useRef(asked ?? position).current;
  const pinned = usePinnedMoments(video, element, found.listId);
  return (
    <div className={styles.page}>
      {video.state === 'ready' ? (
        <Player
          video={video}
          moments={moments.data ?? []}
          start={start}
          element={element}
          next={found.next}
          isGoingOn={state?.isGoingOn === true}
          onBegin={countView}
          onPlace={savePlace}
        />
      ) : (
        <UnplayableVideo state={video.state} />
      )}
      <VideoHead video={video} now={pinned.now} times={pinned.times} />
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
        <NextVideos video={video} found={found} />
      </div>
    </div>
  );
}
