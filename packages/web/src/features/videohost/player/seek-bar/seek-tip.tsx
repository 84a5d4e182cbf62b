import { duration as lengthOf } from '#lib/text/format.ts';
import type { Video, VideoMoment } from '../../api.ts';
import styles from './seek-bar.module.css';
import { ThumbnailAt } from './thumbnail-at.tsx';

type SeekTipProps = {
  second: number;
  /** Its distance from the left, in CSS units. */
  left: string;
  sprite: Video['sprite'];
  /** The pinned moment at this second. */
  moment: VideoMoment | undefined;
};

/** What the pointer is over in the seek bar: the picture, the moment and the time. */
export function SeekTip({ second, left, sprite, moment }: SeekTipProps) {
  return (
    <span className={styles.helpText} style={{ left }}>
      <ThumbnailAt sprite={sprite} second={second} />
      {moment === undefined ? null : (
        <span className={styles.word}>
          {moment.name}: {moment.text}
        </span>
      )}
      <span>{lengthOf(second)}</span>
    </span>
  );
}
