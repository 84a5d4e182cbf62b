import { splitText } from '@respa/contract/rich-text';
import { placeInside } from '#ui/display/rich-text.tsx';
import { BelowText } from '#ui/media/link-card.tsx';
import { previewOf } from './link-preview.tsx';
import styles from './inner-card.module.css';

/** The card of the first link of a post if it leads to an object of this site. */
export function InnerCard({ text }: { text: string }) {
  const first = splitText(text, { origin: location.origin }).find(({ kind }) => kind === 'link');
  const place = first?.kind === 'link' ? placeInside(first.href, location.origin) : undefined;
  const card = place === undefined ? null : previewOf(place);
  return card === null ? null : (
    <div className={styles.card}>
      <BelowText value>{card}</BelowText>
    </div>
  );
}
