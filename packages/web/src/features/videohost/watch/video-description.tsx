import { useState } from 'react';
import { firstCharacters, isLonger } from '@respa/contract/characters';
import styles from './video-head.module.css';

const SHORT = 240;

/** The description of a video. A press expands a long one. */
export function VideoDescription({ description }: { description: string }) {
  const [isWhole, setWhole] = useState(false);
  if (description === '') return null;
  const isLong = isLonger(description, SHORT);
  return (
    <p className={styles.about}>
      {isLong && !isWhole ? `${firstCharacters(description, SHORT).trimEnd()}… ` : description}
      {isLong ? (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? ' Свернуть' : 'Ещё'}
        </button>
      ) : null}
    </p>
  );
}
