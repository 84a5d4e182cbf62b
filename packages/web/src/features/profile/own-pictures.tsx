import { mediaUrl } from '#lib/browser/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { PICTURES } from '#ui/files/picked-files.ts';
import { Button } from '#ui/forms/button.tsx';
import { Scenery } from '#ui/layout/scenery.tsx';
import { CropDialog } from '#ui/media/crop-dialog.tsx';
import type { Own } from './edit-form.tsx';
import { useImageChange } from './use-image-change.ts';
import styles from './edit-form.module.css';

/** The avatar and the cover of the member, with buttons to replace or remove them. */
export function OwnPictures({ user }: { user: Own }) {
  const { chosen, setChosen, keep, remove, isPending } = useImageChange();
  const cover = mediaUrl('userbanners', user.bannerUrl);
  return (
    <Card>
      <CardHead title="Фотография и обложка" />
      <div className={styles.pictures}>
        <Avatar
          id={user._id}
          name="Ваша фотография"
          src={mediaUrl('useravatars', user.avatarUrl, 160)}
          size={96}
        />
        <div className={styles.buttons}>
          <FileInput
            accept={PICTURES}
            onFiles={([file]) => file && setChosen({ slot: 'avatar', file })}
          >
            <Button size="small">Загрузить фотографию</Button>
          </FileInput>
          {user.avatarUrl === '' ? null : (
            <Button
              size="small"
              variant="plain"
              onClick={() => void remove('avatar', 'Убрать фотографию?')}
            >
              Убрать фотографию
            </Button>
          )}
        </div>
      </div>
      <div className={styles.cover}>
        {cover === null ? <Scenery seed={user._id} /> : <img src={cover} alt="Ваша обложка" />}
      </div>
      <div className={styles.buttons}>
        <FileInput
          accept={PICTURES}
          onFiles={([file]) => file && setChosen({ slot: 'banner', file })}
        >
          <Button size="small">Загрузить обложку</Button>
        </FileInput>
        {cover === null ? null : (
          <Button
            size="small"
            variant="plain"
            onClick={() => void remove('banner', 'Убрать обложку?')}
          >
            Убрать обложку
          </Button>
        )}
      </div>
      <CropDialog
        file={chosen?.file ?? null}
        shape={chosen?.slot === 'banner' ? 'cover' : 'avatar'}
        busy={isPending}
        onClose={() => setChosen(null)}
        onDone={keep}
      />
    </Card>
  );
}
