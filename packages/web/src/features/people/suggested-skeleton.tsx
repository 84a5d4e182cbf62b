import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './suggested-skeleton.module.css';

export type SuggestedProps = {
  /** `rows`: a list. `strip`: small cards side by side. `aside`: a narrow list of cards. */
  look: 'rows' | 'strip' | 'aside';
  /** How many people are shown at most. */
  most?: number;
  /** Without anyone to suggest: a card that says how to change that; otherwise nothing is drawn. */
  hasHint?: boolean;
};
/** Keeps the place of suggested people while they load. */
export const SuggestedSkeleton = ({ look }: Pick<SuggestedProps, 'look'>) =>
  look === 'strip' ? (
    <Card className={styles.strip} aria-hidden="true" />
  ) : (
    <Card inset="flush">
      <PeopleSkeleton rows={look === 'aside' ? 2 : 4} avatar={44} />
    </Card>
  );
