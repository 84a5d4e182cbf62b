import { CreaturePicture } from '#ui/media/avatar.tsx';
import { IconHeartFilled, IconMessage } from '#ui/icons.ts';
import { Scenery } from './scenery.tsx';
import styles from './abilities.module.css';

/** A mock-up of a post. */
export function BlogLikeness() {
  return (
    <div className={styles.post}>
      <div className={styles.head}>
        <CreaturePicture id="alexey" className={styles.face} />
        <span>
          <b>Алексей Корнилов</b>
          <small>сегодня в 21:12</small>
        </span>
      </div>
      <p>Закрыли рейд с третьего пула. Танк на полставки докладывает: живы все, даже целитель.</p>
      <div className={styles.shot}>
        <Scenery className={styles.view} />
        <CreaturePicture id="boss-9" bare className={styles.boss} />
      </div>
      <div className={styles.marks}>
        <span className={styles.like}>
          <IconHeartFilled />
          248
        </span>
        <span className={styles.mark}>
          <IconMessage />
          36
        </span>
      </div>
    </div>
  );
}
