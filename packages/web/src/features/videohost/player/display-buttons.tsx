import { IconArrowsMaximize, IconArrowsMinimize, IconPictureInPicture } from '#ui/icons.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { PlayerActs } from './player-keys.ts';
import styles from './player.module.css';

type DisplayButtonsProps = {
  isFull: boolean;
  isApart: boolean;
  acts: Pick<PlayerActs, 'pictureInPicture' | 'fullScreen'>;
};

/** Where the video is shown: in a window of its own, and in full screen. */
export function DisplayButtons({ isFull, isApart, acts }: DisplayButtonsProps) {
  return (
    <>
      {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
        <IconButton
          label={isApart ? 'Вернуть на страницу' : 'Картинка в картинке'}
          icon={<IconPictureInPicture />}
          className={styles.button}
          onClick={acts.pictureInPicture}
        />
      ) : null}
      <IconButton
        label={isFull ? 'Свернуть' : 'На весь экран'}
        icon={isFull ? <IconArrowsMinimize /> : <IconArrowsMaximize />}
        className={styles.button}
        onClick={acts.fullScreen}
      />
    </>
  );
}
