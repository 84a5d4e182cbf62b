import { Link } from 'react-router';
import { viewsOf, Poster } from '#features/videohost/parts.ts';
import { day } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { subscribersOf, subscribersWord } from '#lib/text/subscribers.ts';
import { TilesSkeleton } from '#ui/feedback/skeleton.tsx';
import { IconUsers } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import { HeadCount } from '#ui/layout/head-count.tsx';
import { HeadFrame } from '#ui/layout/head-frame.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { useOpenChannel, useOpenVideos, type VideoCard } from './api.ts';
import { FoundPage } from './found-page.tsx';
import { JoinLink } from './join-bar.tsx';
import styles from './open.module.css';
import { RssLink } from './rss-link.tsx';

const SHORT = 140;
/** A channel as visitors see it: with the videos that are open to everyone. */
export function OpenChannelPage({ id }: { id: string }) {
  const found = useOpenChannel(id);
  return (
    <FoundPage
      found={found}
      title={({ name }) => name}
      invitation="Подписывайтесь на каналы и выкладывайте свои видео."
    >
      {(channel) => (
        <>
          <HeadFrame
            seed={channel._id}
            cover={mediaUrl('channelbanners', channel.bannerUrl)}
            name={channel.name}
            about={channel.description}
            noAbout="Описания пока нет."
            short={SHORT}
            face={
              <Avatar
                id={channel._id}
                name={channel.name}
                src={mediaUrl('channelavatars', channel.avatarUrl, 640)}
                size={118}
              />
            }
            facts={
              <span>
                <IconUsers size={17} aria-hidden="true" />
                {subscribersOf(channel.subscribersCount)}
              </span>
            }
            counts={
              <HeadCount count={channel.subscribersCount}>
                {subscribersWord(channel.subscribersCount)}
              </HeadCount>
            }
          >
            <JoinLink>Подписаться</JoinLink>
            <RssLink path={`/rss/channel/${channel._id}.xml`} />
          </HeadFrame>
          <Videos id={channel._id} />
        </>
      )}
    </FoundPage>
  );
}
function Videos({ id }: { id: string }) {
  const found = useOpenVideos(id);
  const videos = found.data?.pages.flatMap((page) => page.videos);
  if (videos === undefined) return <TilesSkeleton tiles={4} ratio="300 / 260" />;
  return (
    <Card>
      <div className={styles.videos}>
        {videos.map((video) => (
          <Tile key={video._id} video={video} />
        ))}
      </div>
      <MorePages list={found} />
    </Card>
  );
}
const Tile = ({ video }: { video: VideoCard }) => (
  <Link to={`/videohost/video/${video._id}`} className={styles.video}>
    <Poster video={{ ...video, position: 0, state: 'ready', audience: 'open' }} />
    <h2 className={styles.name}>{video.title}</h2>
    <span className={styles.seen}>
      {viewsOf(video.views)} · {day(video.date)}
    </span>
  </Link>
);
