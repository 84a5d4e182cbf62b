import { CreaturePicture } from '#ui/avatar.tsx';
import { classNames } from '#lib/class-names.ts';
import styles from './neighbours.module.css';

/** Who stands around the pad, and what they say. */
const NEIGHBOURS = [
  { id: 'zoya', says: 'Рейд в 20:00, хилер нашёлся', place: styles.first },
  { id: 'igor', says: 'Го 2 на 2?', place: styles.second },
  { id: 'lev', says: 'Скинул конфиг в чат', place: styles.third },
  { id: 'nika', says: undefined, place: styles.fourth },
] as const;

/** Creatures around the pad, with what they say. */
export function Neighbours() {
  return NEIGHBOURS.map(({ id, says, place }) => (
    <div key={id} className={classNames(styles.neighbour, place)} aria-hidden="true">
      {says ? <span className={styles.bubble}>{says}</span> : null}
      <CreaturePicture id={id} bare className={styles.creature} />
    </div>
  ));
}
