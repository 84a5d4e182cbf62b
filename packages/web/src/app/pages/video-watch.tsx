import { Watch } from '#features/videohost/parts.ts';
import { OneVideo } from './one-video.tsx';

export function WatchPage() {
  return <OneVideo>{(video) => <Watch key={video._id} video={video} />}</OneVideo>;
}
