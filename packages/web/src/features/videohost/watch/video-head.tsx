import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { subscribersOf } from '#lib/text/subscribers.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Card } from '#ui/layout/card.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import type { VideoTimes } from '#ui/display/rich-text.tsx';
import { LikeButton } from '#ui/display/like-button.tsx';
import { useLikeVideo, type Video } from '../api.ts';
import { SubscribeButton } from '../channels/subscribe-button.tsx';
import { PlaylistDialog } from '../playlists/playlist-dialog.tsx';
import { VideoDescription } from './video-description.tsx';
import { VideoFacts } from './video-facts.tsx';
import styles from './video-head.module.css';
import { VideoMenu } from './video-menu.tsx';

type VideoHeadProps = { video: Video; now: () => number; times: VideoTimes };
/** Shows a video's title, description and channel, and the viewer's actions on it. */
export function VideoHead({ video, now, times }: VideoHeadProps) {
  const { _id, title, channel, channelName, channelAvatarUrl } = video;
  const [isAdding, setAdding] = useState(false);
  const like = useLikeVideo();
  const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
  return (
    <Card as="article" aria-label={title}>
      <h1 className={styles.title}>{title}</h1>
      <VideoFacts video={video} />
      <div className={styles.row}>
        <Link to={`/videohost/channel/${channel}`} className={styles.channel}>
          <Avatar id={channel} src={mediaUrl('channelavatars', channelAvatarUrl, 160)} size={44} />
          <span className={styles.words}>
            <span className={styles.name}>{channelName}</span>
            <span className={styles.count}>{subscribersOf(video.subscribersCount)}</span>
          </span>
        </Link>
        {video.role === 'admin' ? null : (
          <SubscribeButton
            channel={{ _id: channel, name: channelName, isSubscriber: video.isSubscriber }}
          />
        )}
        <span className={styles.acts}>
          <LikeButton
            liked={video.liked}
            count={video.likes}
            label="Нравится видео"
            onToggle={() => like.mutate(video, { onError: fail })}
          />
          <VideoMenu video={video} now={now} onAdd={() => setAdding(true)} />
        </span>
      </div>
      <VideoDescription description={video.description} mentions={video.mentions} times={times} />
      {isAdding ? <PlaylistDialog videoId={_id} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}
