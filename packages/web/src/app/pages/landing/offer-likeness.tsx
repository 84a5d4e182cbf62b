import { CreaturePicture } from '#ui/media/avatar.tsx';
import { IconPhone } from '#ui/icons.ts';
import { Scenery } from './scenery.tsx';
import styles from './abilities.module.css';

/** A mock-up of an offer. */
export function OfferLikeness() {
  return (
    <div className={styles.offer}>
      <div className={styles.cover}>
        <Scenery className={styles.view} />
        <CreaturePicture id="offer-11" bare className={styles.hero} />
      </div>
      <span className={styles.price}>2 500 ₽</span>
      <b>Аккаунт с полной коллекцией маунтов</b>
      <span className={styles.phone}>
        <IconPhone />
        Показать телефон
      </span>
    </div>
  );
}
