import { IconClock, IconClockX, IconPlaylistAdd } from '#ui/icons.ts';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { classNames } from '#lib/class-names.ts';
import { dateTime, day } from '#lib/format.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { useLater, type VideoCard as Shown } from './api.ts';
import { PlaylistDialog } from './playlists/playlist-dialog.tsx';
import { Poster } from './poster.tsx';
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
  const later = useLater();
  const keep = () =>
    later.mutate(video, {
      onSuccess: () =>
        showToast(
          video.isLater ? 'Убрано из «Посмотреть позже»' : 'Добавлено в «Посмотреть позже»',
        ),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
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
        <Menu
          label={`Действия с видео: ${title}`}
          items={[
            {
              label: video.isLater ? 'Убрать из «Посмотреть позже»' : 'Посмотреть позже',
              icon: video.isLater ? <IconClockX size={18} /> : <IconClock size={18} />,
              onSelect: keep,
            },
            {
              label: 'В плейлист',
              icon: <IconPlaylistAdd size={18} />,
              onSelect: () => setAdding(true),
            },
            ...more,
            reportItem({ kind: 'video', id: _id }),
          ]}
        />
      </div>
      {isAdding ? <PlaylistDialog videoId={_id} onClose={() => setAdding(false)} /> : null}
    </article>
  );
}
