import { useState, type ReactNode } from 'react';
import { isLonger } from '@respa/contract/characters';
import type { Mention } from '@respa/contract/rich-text';
import { RichText } from '#ui/display/rich-text.tsx';
import { Card } from './card.tsx';
import styles from './head-frame.module.css';
import { Scenery } from './scenery.tsx';

type HeadFrameProps = {
  /** The wide picture; without one, a scenery is drawn from the seed. */
  cover: string | null;
  seed: string;
  /** A control over the cover's corner that changes the cover. */
  onCover?: ReactNode;
  face: ReactNode;
  name: string;
  facts: ReactNode;
  /** The description. A press expands a long one. */
  about: string;
  /** The people whom the description names. */
  mentions?: readonly Mention[] | undefined;
  noAbout: string;
  /** How many characters are shown at first. */
  short: number;
  counts: ReactNode;
  /** The available actions. */
  children: ReactNode;
};

/**
 * The header of a user's, community's or channel's page: cover, avatar, name, description, counts.
 */
export function HeadFrame({
  cover,
  seed,
  onCover,
  face,
  name,
  facts,
  about,
  mentions,
  noAbout,
  short,
  counts,
  children,
}: HeadFrameProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = isLonger(about, short);
  return (
    <Card as="header" inset="flush">
      <div className={styles.cover}>
        {cover === null ? (
          <Scenery seed={seed} />
        ) : (
          <img src={cover} alt="" className={styles.coverPicture} fetchPriority="high" />
        )}
        {onCover}
      </div>
      <div className={styles.person}>
        <div className={styles.face}>{face}</div>
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.facts}>{facts}</p>
          <p className={styles.about}>
            {about === '' ? (
              <span className={styles.dim}>{noAbout}</span>
            ) : (
              <RichText text={about} mentions={mentions} short={isWhole ? undefined : short} />
            )}
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
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
      <dl className={styles.counts}>{counts}</dl>
    </Card>
  );
}
