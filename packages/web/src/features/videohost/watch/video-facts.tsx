import { Link } from 'react-router';
import { dateTime } from '#lib/text/format.ts';
import type { Video } from '../api.ts';
import { FAILED, viewsOf } from '../words.ts';
import styles from './video-head.module.css';

/** The views, the date and the category of a video; for its publishers also its other qualities. */
export function VideoFacts({ video }: { video: Video }) {
  const runs = video.role !== 'reader';
  return (
    <p className={styles.facts}>
      <span>{viewsOf(video.views)}</span>
      <span>{dateTime(video.date)}</span>
      <Link to={`/videohost/category/${encodeURIComponent(video.category)}`}>{video.category}</Link>
      {runs && video.ladder === 'waiting' && video.state === 'ready' ? (
        <span role="status">Готовятся другие качества</span>
      ) : null}
      {runs && video.ladder === 'failed' && video.state === 'ready' ? (
        <span role="status">{FAILED}: видео играет только в исходном качестве</span>
      ) : null}
    </p>
  );
}
