import { useState } from 'react';
import { displayName } from '@respa/contract/characters';
import { Comments } from '#features/reactions/parts.ts';
import { reportItem } from '#features/reports/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { pictureSource } from '#lib/media.ts';
import { useMyId } from '#lib/network/session.ts';
import { IconTrash } from '#ui/icons.ts';
import { Card } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { LikeButton } from '#ui/display/like-button.tsx';
import { Lightbox } from '#ui/overlays/lightbox.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { PictureGrid } from '#ui/media/picture-grid.tsx';
import { PhotoAuthor } from './photo-author.tsx';
import { useCountPhotoComments, useLikePhoto, useRemovePhoto, type Photo } from './api.ts';
import styles from './photo-card.module.css';

export function PhotoCard({ photo, onRemoved }: { photo: Photo; onRemoved: () => void }) {
  const [place, setPlace] = useState<number | null>(null);
  const like = useLikePhoto();
  const remove = useRemovePhoto();
  const count = useCountPhotoComments();
  const name = displayName(photo.head);
  const pictures = [pictureSource('userphotos', photo.picture, `Фотография, ${name}`)];
  const drop = async () => {
    if (
      !(await confirm({
        title: 'Удалить фотографию?',
        text: 'Вместе с ней пропадут отметки и комментарии.',
        action: 'Удалить',
        danger: true,
      }))
    )
      return;
    remove.mutate(photo, {
      onSuccess: () => {
        showToast('Фотография удалена');
        onRemoved();
      },
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <Card as="article" inset="flush" aria-label={`Фотография, ${name}`}>
      <header className={styles.head}>
        <PhotoAuthor photo={photo} name={name} />
        <Menu
          label="Действия с фотографией"
          items={[
            useMyId() === photo.user
              ? {
                  label: 'Удалить',
                  icon: <IconTrash size={18} />,
                  danger: true,
                  onSelect: () => void drop(),
                }
              : reportItem({ kind: 'userphoto', id: photo._id }),
          ]}
        />
      </header>
      <PictureGrid pictures={pictures} onOpen={setPlace} />
      <Lightbox pictures={pictures} place={place} onChange={setPlace} />
      <footer className={styles.foot}>
        <LikeButton
          liked={photo.liked}
          count={photo.likes}
          onToggle={() => like.mutate(photo)}
          label="Нравится фотография"
        />
      </footer>
      <div className={styles.conversation}>
        <Comments id={photo._id} onCount={(by) => count(photo._id, by)} />
      </div>
    </Card>
  );
}
