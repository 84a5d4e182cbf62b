import { Link } from 'react-router';
import { OpenPlayer, viewsOf } from '#features/videohost/parts.ts';
import { dateTime } from '#lib/text/format.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { RichText } from '#ui/display/rich-text.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { useOpenVideo, type Video } from './api.ts';
import { FoundPage } from './found-page.tsx';
import { JoinLink } from './join-bar.tsx';
import { OpenComments } from './open-comments.tsx';
import styles from './open.module.css';

/** A video as visitors watch it. */
export function OpenVideoPage({ id }: { id: string }) {
  const found = useOpenVideo(id);
  return (
    <FoundPage
      found={found}
      title={({ title }) => title}
      invitation="Комментируйте видео и подписывайтесь на каналы."
    >
      {(video) => (
        <>
          <OpenPlayer key={video._id} video={video} />
          <About video={video} />
          <OpenComments kind="video" id={video._id} />
        </>
      )}
    </FoundPage>
  );
}
const About = ({ video }: { video: Video }) => (
  <Card as="article" aria-label={video.title}>
    <h1 className={styles.title}>{video.title}</h1>
    <p className={styles.facts}>
      <span>{viewsOf(video.views)}</span>
      <span>{dateTime(video.date)}</span>
      <span>{video.category}</span>
    </p>
    <div className={styles.channel}>
      <Link to={`/videohost/channel/${video.channel}`} className={styles.owner}>
        <Avatar
          id={video.channel}
          src={mediaUrl('channelavatars', video.channelAvatarUrl, 160)}
          size={44}
        />
        {video.channelName}
      </Link>
      <JoinLink>Подписаться</JoinLink>
    </div>
    {video.description === '' ? null : (
      <p className={styles.about}>
        <RichText text={video.description} />
      </p>
    )}
  </Card>
);
