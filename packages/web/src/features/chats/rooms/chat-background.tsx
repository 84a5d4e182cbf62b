import { classNames } from '#lib/browser/class-names.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import styles from './chat-background.module.css';

/** The background of a conversation: its picture, or slowly moving colours. */
export function ChatBackground({ bg }: { bg: string }) {
  const picture = mediaUrl('room-backgrounds', bg);
  if (picture !== null)
    return (
      <div className={classNames(styles.layer, styles.pictured)} data-background={bg}>
        <img key={bg} className={styles.picture} src={picture} alt="" draggable={false} />
      </div>
    );
  return <div className={classNames(styles.layer, styles.moving)} data-background="" />;
}
