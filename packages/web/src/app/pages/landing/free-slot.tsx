import { CreaturePicture } from '#ui/media/avatar.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import styles from './free-slot.module.css';
import { Pad } from './pad.tsx';
import { Scenery } from './scenery.tsx';

const LEFT = ['crowd-1', 'crowd-2', 'crowd-3', 'crowd-4', 'crowd-5'];
const RIGHT = ['crowd-6', 'crowd-7', 'crowd-8', 'crowd-9', 'crowd-10'];

/** The end of the page: creatures fill both sides, and the pad in the middle is empty. */
export function FreeSlot() {
  return (
    <section className={styles.place} data-mantine-color-scheme="dark" aria-labelledby="free-place">
      <Scenery className={styles.scenery} />
      <h2 id="free-place" className={styles.title}>
        Место на респе свободно
      </h2>
      <p className={styles.text}>Регистрация занимает минуту: имя, дата рождения и почта.</p>
      <ButtonLink to="/register" variant="primary" size="large">
        Зарегистрироваться
      </ButtonLink>
      <div className={styles.crowd} aria-hidden="true">
        <div className={styles.side}>
          {LEFT.map((id) => (
            <CreaturePicture key={id} id={id} bare />
          ))}
        </div>
        <div className={styles.point}>
          <Pad />
        </div>
        <div className={styles.side}>
          {RIGHT.map((id) => (
            <CreaturePicture key={id} id={id} bare />
          ))}
        </div>
      </div>
    </section>
  );
}
