import { useState } from 'react';
import { isLonger } from '@respa/contract/characters';
import type { Mention } from '@respa/contract/rich-text';
import { RichText, type VideoTimes } from '#ui/display/rich-text.tsx';
import styles from './video-head.module.css';

const SHORT = 240;

/** The description of a video. A press expands a long one. */
export function VideoDescription({
  description,
  mentions,
  times,
}: {
  description: string;
  mentions: readonly Mention[] | undefined;
  times: VideoTimes;
}) {
  const [isWhole, setWhole] = useState(false);
  if (description === '') return null;
  const isLong = isLonger(description, SHORT);
  return (
    <p className={styles.about}>
      <RichText
        text={description}
        mentions={mentions}
        times={times}
        short={isWhole ? undefined : SHORT}
      />
      {isLong ? ' ' : null}
      {isLong ? (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Свернуть' : 'Ещё'}
        </button>
      ) : null}
    </p>
  );
}
