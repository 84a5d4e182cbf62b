import { useState } from 'react';
import { CreaturePicture } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import styles from './hero.module.css';
import { Neighbours } from './creatures.tsx';
import { Pad } from './pad.tsx';
import { Scenery } from './scenery.tsx';

/** The first creature's seed: it gives a lime one. */
const FIRST = 15;

export function Hero() {
  const [round, setRound] = useState(0);
  return (
    <section className={styles.hero} data-mantine-color-scheme="dark">
      <Scenery first className={styles.scenery} />
      <div className={styles.words}>
        <h1 className={styles.title}>Возрождаться лучше среди своих</h1>
        <p className={styles.text}>
          Респа — социальная сеть для игроков. Здесь ведут блог и свой канал, находят друзей,
          переписываются и передают файлы, продают игровые аккаунты.
        </p>
        <div className={styles.doors}>
          <ButtonLink to="/register" variant="primary" size="large">
            Зарегистрироваться
          </ButtonLink>
          <ButtonLink to="/login" size="large">
            Войти
          </ButtonLink>
        </div>
      </div>
      <div className={styles.stage}>
        <Neighbours />
        <div className={styles.point}>
          <Pad bursts={round} />
          <button
            type="button"
            className={styles.again}
            onClick={() => setRound(round + 1)}
            aria-label="Возродить другого зверька"
          >
            <span key={round} className={styles.arrival}>
              <CreaturePicture id={`respawn-${FIRST + round}`} bare />
            </span>
          </button>
        </div>
        <p className={styles.note}>У каждого здесь свой зверёк. Нажмите, и появится другой</p>
      </div>
    </section>
  );
}
