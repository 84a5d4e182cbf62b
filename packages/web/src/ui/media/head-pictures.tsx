import { useEffect, useState } from 'react';
import { Avatar } from './avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { FileInput } from '#ui/forms/file-input.tsx';
import type { HeadChoice } from './head-form.ts';
import styles from './head-pictures.module.css';
import { PICTURES } from '#ui/forms/picked-files.ts';
import { Scenery } from '#ui/layout/scenery.tsx';

/** The new picture: `undefined` keeps the stored one, a file replaces it, null removes it. */
type Chosen = { file: Blob; url: string } | null | undefined;
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
  onChange,
}: HeadPicturesProps) {
  const [avatar, setAvatar] = useState<Chosen>();
  const [cover, setCover] = useState<Chosen>();
  const [cutting, setCutting] = useState<{ slot: 'avatar' | 'cover'; file: File } | null>(null);
  const [seed] = useState(() => id ?? crypto.randomUUID());
  useEffect(
    () => () => {
      if (avatar) URL.revokeObjectURL(avatar.url);
    },
    [avatar],
  );
  useEffect(
    () => () => {
      if (cover) URL.revokeObjectURL(cover.url);
    },
    [cover],
  );
  const face = avatar === undefined ? storedAvatar : (avatar?.url ?? null);
  const wide = cover === undefined ? storedCover : (cover?.url ?? null);
  const fileOf = (chosen: Chosen) => (chosen === undefined ? undefined : (chosen?.file ?? null));
  const change = (slot: 'avatar' | 'cover', chosen: Chosen) => {
    if (slot === 'avatar') setAvatar(chosen);
    else setCover(chosen);
    onChange({
      avatar: fileOf(slot === 'avatar' ? chosen : avatar),
      cover: fileOf(slot === 'cover' ? chosen : cover),
    });
  };
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
          change(cutting!.slot, { file, url: URL.createObjectURL(file) });
          setCutting(null);
        }}
      />
    </>
  );
}
