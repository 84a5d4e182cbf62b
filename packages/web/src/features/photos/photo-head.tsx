import { displayName } from '@respa/contract/characters';
import { reportItem } from '#features/reports/parts.ts';
import { shareItem } from '#features/sharing/parts.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useMyId } from '#lib/network/session.ts';
import { IconTrash } from '#ui/icons.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { PhotoAuthor } from './photo-author.tsx';
import { useRemovePhoto, type Photo } from './api.ts';
import styles from './photo-card.module.css';

/** The author of a photo, its date and its menu. */
export function PhotoHead({ photo, onRemoved }: { photo: Photo; onRemoved: () => void }) {
  const remove = useRemovePhoto();
  const isMine = useMyId() === photo.user;
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
    <header className={styles.head}>
      <PhotoAuthor photo={photo} name={displayName(photo.head)} />
      <Menu
        label="Действия с фотографией"
        items={[
          shareItem({ kind: 'userphoto', id: photo._id }),
          isMine
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
  );
}
