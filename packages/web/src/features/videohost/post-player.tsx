import { useRef } from 'react';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { useVideo, type Video } from './api.ts';
import { Player } from './player/player.tsx';
import { useWatching } from './watch/use-watching.ts';

/** Plays a video in a post. A view counts as on the video's own page. */
export function PostPlayer({ id }: { id: string }) {
  const found = useVideo(id);
  if (found.isPending) return <Spinner />;
  if (found.isError) return <ErrorState small onRetry={() => void found.refetch()} />;
  return <Playing video={found.data} />;
}
function Playing({ video }: { video: Video }) {
  const element = useRef<HTMLVideoElement>(null);
  const start = useRef(video.position).current;
  const { countView, savePlace } = useWatching(video._id);
  return (
    <Player
      video={video}
      moments={[]}
      start={start}
      element={element}
      next={null}
      isGoingOn
      isPart
      onBegin={countView}
      onPlace={savePlace}
    />
  );
}
