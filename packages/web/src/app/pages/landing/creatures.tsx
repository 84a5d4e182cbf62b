import { CreaturePicture } from '#ui/media/avatar.tsx';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './creatures.module.css';

/** The creatures around the pad and their speech bubbles. */
const NEIGHBOURS = [
  { id: 'zoya', description: 'Рейд в 20:00, хилер нашёлся', place: styles.first },
  { id: 'igor', description: 'Го 2 на 2?', place: styles.second },
  { id: 'lev', description: 'Скинул конфиг в чат', place: styles.third },
  { id: 'nika', description: undefined, place: styles.fourth },
] as const;

/** Draws the creatures around the pad with their speech bubbles. */
export function Neighbours() {
  return NEIGHBOURS.map(({ id, description, place }) => (
    <div key={id} className={classNames(styles.neighbour, place)} aria-hidden="true">
      {description ? <span className={styles.bubble}>{description}</span> : null}
      <CreaturePicture id={id} bare className={styles.creature} />
    </div>
  ));
}
