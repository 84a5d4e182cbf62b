import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { dateTime, day } from '#lib/text/format.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import type { VideoCard as Shown } from './api.ts';
import { PlaylistDialog } from './playlists/playlist-dialog.tsx';
import { Poster } from './poster.tsx';
import { VideoCardMenu } from './video-card-menu.tsx';
import styles from './video-card.module.css';
import { viewsOf } from './words.ts';

type VideoCardProps = {
  video: Shown;
  /** Shows the text beside the picture, in a column; otherwise below it. */
  isRow?: boolean;
  /** The level of its title, depending on the heading above: a page's or a section's. */
  heading?: 'h2' | 'h3';
  /** The query of the list that contains it: ?list=… */
  query?: string;
  /** Further actions on it in this list. */
  more?: readonly MenuItem[];
  children?: ReactNode;
};

/** One video of a list. */
export function VideoCard({
  video,
  isRow = false,
  heading: Heading = 'h3',
  query = '',
  more = [],
  children,
}: VideoCardProps) {
  const { _id, title, channel, channelName, views, date } = video;
  const [isAdding, setAdding] = useState(false);
  return (
    <article className={classNames(styles.card, isRow && styles.row)} aria-label={title}>
      <Link
        to={`/videohost/video/${_id}${query}`}
        className={styles.picture}
        tabIndex={-1}
        aria-hidden="true"
      >
        <Poster video={video} />
      </Link>
      <div className={styles.foot}>
        <div className={styles.words}>
          <Heading className={styles.title}>
            <Link to={`/videohost/video/${_id}${query}`} title={title}>
              {title}
            </Link>
          </Heading>
          <Link to={`/videohost/channel/${channel}`} className={styles.channel}>
            {channelName}
          </Link>
          <p className={styles.facts}>
            {viewsOf(views)} ·{' '}
            <time dateTime={date} title={dateTime(date)}>
              {day(date)}
            </time>
          </p>
          {children}
        </div>
        <VideoCardMenu video={video} more={more} onAdd={() => setAdding(true)} />
      </div>
      {isAdding ? <PlaylistDialog videoId={_id} onClose={() => setAdding(false)} /> : null}
    </article>
  );
}
