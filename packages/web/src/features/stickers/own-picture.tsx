import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { IconChevronLeft, IconChevronRight, IconX } from '#ui/icons.ts';
import { confirm } from '#ui/overlays/confirm.ts';
import {
  useArrangeImages,
  useRemoveImage,
  useSetEmoji,
  type Sticker,
  type WholePack,
} from './api.ts';
import { StickerImage } from './sticker-image.tsx';
import styles from './pack-editor.module.css';

const EmojiDialog = lazy(async () => ({
  default: (await import('./emoji-dialog.tsx')).EmojiDialog,
}));

type OwnPictureProps = {
  pack: WholePack;
  sticker: Sticker;
  at: number;
};
/** A picture of an own pack: its emoji, its place and its removal. */
export function OwnPicture({ pack, sticker, at }: OwnPictureProps) {
  const [isPicking, setPicking] = useState(false);
  const arrange = useArrangeImages(pack._id);
  const setEmoji = useSetEmoji();
  const remove = useRemoveImage(pack._id);
  const { _id: id, emoji } = sticker;
  const name = `картинка ${at + 1} ${emoji}`;
  const moveTo = (to: number) => {
    const others = pack.stickers.map(({ _id }) => _id).filter((one) => one !== id);
    arrange.mutate(others.toSpliced(to, 0, id));
  };
  const takeOut = async () => {
    const isSure = await confirm({
      title: 'Убрать картинку из набора?',
      text: 'В отправленных сообщениях она останется.',
      action: 'Убрать',
      danger: true,
    });
    if (isSure) remove.mutate(id);
  };
  return (
    <li className={styles.own}>
      <span className={styles.picture}>
        <StickerImage sticker={sticker} alt={emoji} />
      </span>
      <span className={styles.remove}>
        <IconButton
          label={`Убрать: ${name}`}
          icon={<IconX size={18} />}
          onClick={() => void takeOut()}
        />
      </span>
      <span className={styles.tools}>
        <IconButton
          label={`Ближе к началу: ${name}`}
          icon={<IconChevronLeft size={18} />}
          disabled={at === 0}
          onClick={() => moveTo(at - 1)}
        />
        <button
          type="button"
          className={styles.emoji}
          aria-label={`Заменить эмодзи: ${name}`}
          onClick={() => setPicking(true)}
        >
          {emoji}
        </button>
        <IconButton
          label={`Ближе к концу: ${name}`}
          icon={<IconChevronRight size={18} />}
          disabled={at === pack.stickers.length - 1}
          onClick={() => moveTo(at + 1)}
        />
      </span>
      {isPicking ? (
        <Suspense>
          <EmojiDialog
            onPick={(chosen) => {
              setEmoji.mutate({ id, emoji: chosen });
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
