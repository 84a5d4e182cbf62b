import { STICKERS } from '@respa/contract/limits';
import { sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { DropZone } from '#ui/files/drop-zone.tsx';
import { FileInput } from '#ui/files/file-input.tsx';
import { Button } from '#ui/forms/button.tsx';
import { IconPlus, IconTrash } from '#ui/icons.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import { useAddImages, useRemovePack, type WholePack } from './api.ts';
import { OwnPicture } from './own-picture.tsx';
import { PackTitle } from './pack-title.tsx';
import styles from './pack-editor.module.css';

const PICTURES = ['image/png', 'image/webp', 'image/gif', 'image/jpeg', 'image/avif'];

/** Adds pictures in portions, as many as one call takes. */
function useAdding(pack: WholePack) {
  const add = useAddImages(pack._id);
  const run = async (chosen: File[]) => {
    const room = STICKERS.inPack - pack.stickers.length;
    const files = chosen.slice(0, room);
    if (files.length < chosen.length)
      showToast(`В наборе не больше ${STICKERS.inPack} картинок`, { tone: 'bad' });
    try {
      for (let from = 0; from < files.length; from += STICKERS.atOnce)
        await add.mutateAsync(files.slice(from, from + STICKERS.atOnce));
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'bad' });
    }
  };
  return { run: (files: File[]) => void run(files), isPending: add.isPending };
}

/** Changes an own pack: its title, its pictures and their order. */
export function PackEditor({ pack }: { pack: WholePack }) {
  const navigate = useNavigate();
  const adding = useAdding(pack);
  const remove = useRemovePack();
  const isFull = pack.stickers.length >= STICKERS.inPack;
  const drop = async () => {
    const isSure = await confirm({
      title: `Удалить набор «${pack.title}»?`,
      text: 'Он исчезнет у всех, кто его добавил. Картинки, которые уже отправили, останутся в сообщениях и занимают место, пока их там видно.',
      action: 'Удалить',
      danger: true,
    });
    if (isSure) remove.mutate(pack._id, { onSuccess: () => navigate('/stickers') });
  };
  return (
    <DropZone onFiles={adding.run} disabled={isFull} label="Отпустите, чтобы добавить в набор">
      <PackTitle key={pack.title} pack={pack} />
      <ul className={styles.pictures} aria-label="Картинки набора">
        {pack.stickers.map((sticker, at) => (
          <OwnPicture key={sticker._id} pack={pack} sticker={sticker} at={at} />
        ))}
      </ul>
      <div className={styles.foot}>
        <FileInput accept={PICTURES} multiple onFiles={adding.run}>
          <Button
            variant="soft"
            icon={<IconPlus size={18} />}
            busy={adding.isPending}
            disabled={isFull}
          >
            Добавить картинки
          </Button>
        </FileInput>
        <Button
          variant="danger"
          icon={<IconTrash size={18} />}
          busy={remove.isPending}
          onClick={() => void drop()}
        >
          Удалить набор
        </Button>
      </div>
      <p className={styles.hint}>
        PNG, WebP, GIF или JPEG, лучше на прозрачном фоне. Картинки можно перетащить сюда или
        вставить из буфера. Нажмите на эмодзи под картинкой, чтобы заменить его.
      </p>
    </DropZone>
  );
}
