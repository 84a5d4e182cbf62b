import { CreaturePicture } from '#ui/media/avatar.tsx';
import { IconPlayerPlayFilled } from '#ui/icons.ts';
import { Scenery } from './scenery.tsx';
import styles from './abilities.module.css';

/** A mock-up of a video of a channel. */
export function ChannelLikeness() {
  return (
    <>
      <div className={styles.video}>
        <Scenery className={styles.view} />
        <CreaturePicture id="channel-3" bare className={styles.hero} />
        <span className={styles.start}>
          <IconPlayerPlayFilled />
        </span>
        <small className={styles.length}>12:05</small>
      </div>
      <div className={styles.caption}>
        <b>Как пройти лодки без потерь</b>
        <small>Игрожур, 3 201 просмотр</small>
      </div>
    </>
  );
}
