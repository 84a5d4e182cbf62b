import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import { Scenery } from '#ui/layout/scenery.tsx';
import { useHeadChoice } from './use-head-choice.ts';
import { Avatar } from './avatar.tsx';
import { CropDialog } from './crop-dialog.tsx';
import type { HeadChoice } from './head-form.ts';
import styles from './head-pictures.module.css';
import { randomId } from '#lib/browser/random-id.ts';

type HeadPicturesProps = {
  /**
   * The seed of the drawn picture for a page without its own. The id is unknown before the object
   * is created.
   */
  id: string | undefined;
  avatar: string | null;
  cover: string | null;
  /** Their names: 'Фотография группы', 'Обложка группы'. */
  avatarName: string;
  coverName: string;
  choice: HeadChoice;
  onChange: (choice: HeadChoice) => void;
};

/**
 * Avatar and cover of a community or channel, with previews. Each can be cropped from a file or
 * removed.
 */
export function HeadPictures({
  id,
  avatar: storedAvatar,
  cover: storedCover,
  avatarName,
  coverName,
  choice,
  onChange,
}: HeadPicturesProps) {
  const { face, wide, cutting, setCutting, change } = useHeadChoice(
    { avatar: storedAvatar, cover: storedCover },
    choice,
    onChange,
  );
  const [seed] = useState(() => id ?? randomId());
  return (
    <>
      <div className={styles.cover}>
        {wide === null ? <Scenery seed={seed} /> : <img src={wide} alt={coverName} />}
      </div>
      <div className={styles.pictures}>
        <Avatar id={seed} name={avatarName} src={face} size={80} />
        <div className={styles.buttons}>
          <FileInput
            accept={PICTURES}
            onFiles={([file]) => file && setCutting({ slot: 'avatar', file })}
          >
            <Button size="small">Загрузить фотографию</Button>
          </FileInput>
          {face === null ? null : (
            <Button size="small" variant="plain" onClick={() => change('avatar', null)}>
              Убрать фотографию
            </Button>
          )}
          <FileInput
            accept={PICTURES}
            onFiles={([file]) => file && setCutting({ slot: 'cover', file })}
          >
            <Button size="small">Загрузить обложку</Button>
          </FileInput>
          {wide === null ? null : (
            <Button size="small" variant="plain" onClick={() => change('cover', null)}>
              Убрать обложку
            </Button>
          )}
        </div>
      </div>
      <CropDialog
        file={cutting?.file ?? null}
        shape={cutting?.slot === 'cover' ? 'cover' : 'avatar'}
        title={cutting?.slot === 'cover' ? coverName : avatarName}
        onClose={() => setCutting(null)}
        onDone={(file) => {
          change(cutting!.slot, file);
          setCutting(null);
        }}
      />
    </>
  );
}
