import { CATALOGUE } from '@respa/contract/limits';
import { mediaUrl } from '#lib/browser/media.ts';
import { PicturePicker } from '#ui/files/picture-picker.tsx';
import { PictureSlot } from '#ui/files/picture-slot.tsx';
import { StoredTray } from '#ui/files/stored-tray.tsx';
import type { Game } from '../api.ts';
import styles from './game-form.module.css';
import type { GameForm } from './use-game-form.ts';

type GamePicturesProps = { form: GameForm; game: Game | undefined };

/** The cover and the screenshots of a game. */
export function GamePictures({ form: { cover, screenshots, wrong }, game }: GamePicturesProps) {
  return (
    <>
      <div>
        <p className={styles.caption}>Обложка</p>
        <PictureSlot
          stored={
            cover.isStored
              ? {
                  key: 'cover',
                  src: mediaUrl('gamepreviews', game!.previewUrl, 160),
                  label: 'обложку',
                }
              : null
          }
          onRemoveStored={cover.drop}
          picked={cover.picked}
          label="Выберите обложку"
          helpText="Лучше вертикальную, 3 к 4"
          error={wrong.cover}
        />
      </div>
      <div>
        <p className={styles.caption}>Снимки</p>
        <StoredTray
          stored={screenshots.kept.map(({ name }, index) => ({
            key: name,
            src: mediaUrl('gamepreviews', name, 160),
            label: `снимок ${index + 1}`,
          }))}
          onRemove={screenshots.drop}
        />
        <PicturePicker
          files={screenshots.picked.files}
          limit={CATALOGUE.screenshots - screenshots.kept.length}
          onAdd={screenshots.picked.add}
          onRemove={screenshots.picked.remove}
          label="Добавьте снимки"
          error={wrong.screenshots}
        />
      </div>
    </>
  );
}
