import { Link } from 'react-router';
import { displayName } from '@respa/contract/characters';
import { classNames } from '#lib/browser/class-names.ts';
import { IconLink, IconPlus, IconX } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { useAddPack, type WholePack } from './api.ts';
import { copyText } from '#ui/feedback/copy-text.ts';
import { StickerImage } from './sticker-image.tsx';
import { sizeOfPack } from './words.ts';
import styles from './pack-view.module.css';

/** Adds a pack or removes it, and copies its link. */
export function PackActions({ pack }: { pack: WholePack }) {
  const add = useAddPack();
  const { _id: id, isAdded } = pack;
  return (
    <div className={styles.actions}>
      <Button
        variant={isAdded ? 'quiet' : 'primary'}
        icon={isAdded ? <IconX size={18} /> : <IconPlus size={18} />}
        busy={add.isPending}
        onClick={() => add.mutate({ id, isOn: !isAdded })}
      >
        {isAdded ? 'Убрать' : 'Добавить себе'}
      </Button>
      <Button
        icon={<IconLink size={18} />}
        onClick={() =>
          void copyText(`${location.origin}/stickers/${id}`, 'Ссылка на набор скопирована')
        }
      >
        Скопировать ссылку
      </Button>
    </div>
  );
}
/** Who made a pack and what is in it. */
export const PackFacts = ({ pack }: { pack: WholePack }) => (
  <p className={styles.facts}>
    {sizeOfPack(pack)} · автор{' '}
    <Link to={`/user/${pack.owner.id}`}>
      <bdi>{displayName(pack.owner)}</bdi>
    </Link>
  </p>
);
/** The pictures of a pack. */
export function PackView({ pack }: { pack: WholePack }) {
  if (pack.stickers.length === 0)
    return <p className={styles.facts}>В наборе пока нет картинок.</p>;
  return (
    <ul className={classNames(styles.grid, pack.kind === 'emoji' && styles.small)}>
      {pack.stickers.map((sticker) => (
        <li key={sticker._id}>
          <StickerImage sticker={sticker} alt={sticker.emoji} />
        </li>
      ))}
    </ul>
  );
}
