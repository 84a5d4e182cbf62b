import { CreaturePicture } from '#ui/media/avatar.tsx';
import { IconMessage } from '#ui/icons.ts';
import styles from './abilities.module.css';

/** A mock-up of a list of friends. */
export function FriendsLikeness() {
  return (
    <ul className={styles.people}>
      {[
        ['dasha', 'Даша Ветрова', 'в сети'],
        ['igor', 'Игорь Лунёв', 'в сети'],
        ['sonya', 'Соня Гай', 'была в 18:40'],
        ['roma', 'Рома Ким', 'был вчера'],
      ].map(([id, name, state]) => (
        <li key={id} className={styles.person}>
          <CreaturePicture id={id!} className={styles.face} />
          <span>
            <b>{name}</b>
            <small className={state === 'в сети' ? styles.online : undefined}>{state}</small>
          </span>
          <IconMessage />
        </li>
      ))}
    </ul>
  );
}
