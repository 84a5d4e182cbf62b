import { useRef } from 'react';
import type { Static } from 'typebox';
import type { OpenVideo } from '@respa/contract/open';
import type { Video } from '../api.ts';
import { Player } from './player.tsx';
import { useMomentOfAddress } from './use-moment.ts';

const NOTHING = () => {};
/** What a visitor has of a video: no position, no lists and no role in its channel. */
const forVisitor = (video: Static<typeof OpenVideo>): Video => ({
  ...video,
  category: video.category as Video['category'],
  previewUrl: video.preview?.name ?? '',
  position: 0,
  isLater: false,
  state: 'ready',
  ladder: 'none',
  audience: 'open',
  sprite: null,
  liked: false,
  comments: 0,
  isSubscriber: false,
  subscribersCount: 0,
  role: 'reader',
});
/** Plays a video for a visitor; nothing about it is stored. */
export function OpenPlayer({ video }: { video: Static<typeof OpenVideo> }) {
  const element = useRef<HTMLVideoElement>(null);
  const asked = useMomentOfAddress(element, video.duration);
  const start = useRef(asked ?? 0).current;
  return (
    <Player
      video={forVisitor(video)}
      moments={[]}
      start={start}
      element={element}
      next={null}
      isGoingOn={false}
      onBegin={NOTHING}
      onPlace={NOTHING}
    />
  );
}
