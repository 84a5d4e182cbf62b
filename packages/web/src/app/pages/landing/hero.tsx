import { useState } from 'react';
import { CreaturePicture } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import styles from './hero.module.css';
import { Pad } from './pad.tsx';
import { Scenery } from './scenery.tsx';

/** Who stands around the pad, and what they say. */
const NEIGHBOURS = [
  { id: 'zoya', says: 'Рейд в 20:00, хилер нашёлся', place: styles.first },
  { id: 'igor', says: 'Го 2 на 2?', place: styles.second },
  { id: 'lev', says: 'Скинул конфиг в чат', place: styles.third },
  { id: 'nika', says: undefined, place: styles.fourth },
] as const;

/** A lime one comes first. */
const FIRST = 15;

export function Hero() {
  const [round, setRound] = useState(0);
  return (
    <section className={styles.hero} data-mantine-color-scheme="dark">
      <Scenery first className={styles.scenery} />
      <div className={styles.words}>
        <h1 className={styles.title}>Возрождаться лучше среди своих</h1>
        <p className={styles.text}>
          Респа — социальная сеть для игроков. Здесь ведут блог и свой канал, находят друзей, переписываются и передают файлы, продают игровые аккаунты.
        </p>
        <div className={styles.doors}>
          <ButtonLink to="/register" variant="primary" size="large">Зарегистрироваться</ButtonLink>
          <ButtonLink to="/login" size="large">Войти</ButtonLink>
        </div>
      </div>
      <div className={styles.stage}>
        {NEIGHBOURS.map(({ id, says, place }) => (
          <div key={id} className={classNames(styles.neighbour, place)} aria-hidden="true">
            {says ? <span className={styles.bubble}>{says}</span> : null}
            <CreaturePicture id={id} bare className={styles.creature} />
          </div>
        ))}
        <div className={styles.point}>
          <Pad bursts={round} />
          <button type="button" className={styles.again} onClick={() => setRound(round + 1)} aria-label="Возродить другого зверька">
            <span key={round} className={styles.arrival}><CreaturePicture id={`respawn-${FIRST + round}`} bare /></span>
          </button>
        </div>
        <p className={styles.note}>У каждого здесь свой зверёк. Нажмите, и появится другой</p>
      </div>
    </section>
  );
}
