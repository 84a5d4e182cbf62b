import { useState } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { ErrorState } from '#ui/feedback/empty-state.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import { usePack, usePacks, type Sticker } from './api.ts';
import { PackStrip } from './pack-strip.tsx';
import { StickerImage } from './sticker-image.tsx';
import styles from './panel.module.css';

/** The pictures of a pack to choose from. */
export function PackPictures({ id, onPick }: { id: string; onPick: (sticker: Sticker) => void }) {
  const { data: pack, isError, refetch } = usePack(id);
  if (pack === undefined)
    return isError ? (
      <ErrorState small onRetry={() => void refetch()} />
    ) : (
      <Spinner className={styles.wait} label="Загружаем набор" />
    );
  if (pack.stickers.length === 0) return <p className={styles.note}>В наборе пока нет картинок.</p>;
  return (
    <div
      className={classNames(styles.grid, pack.kind === 'emoji' ? styles.emoji : styles.stickers)}
      role="group"
      aria-label={pack.title}
    >
      {pack.stickers.map((sticker) => (
        <button
          key={sticker._id}
          type="button"
          className={styles.item}
          aria-label={`${pack.kind === 'emoji' ? 'Эмодзи' : 'Стикер'} ${sticker.emoji}`}
          onClick={() => onPick(sticker)}
        >
          <StickerImage sticker={sticker} />
        </button>
      ))}
    </div>
  );
}

/** The stickers of the added packs. A press sends one. */
export function StickerTab({ onSend }: { onSend: (sticker: Sticker) => void }) {
  const { data, isError, refetch } = usePacks();
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined)
    return (
      <div className={styles.tab}>
        {isError ? (
          <ErrorState small onRetry={() => void refetch()} />
        ) : (
          <Spinner className={styles.wait} label="Загружаем стикеры" />
        )}
      </div>
    );
  const packs = data.added.filter(({ kind }) => kind === 'sticker');
  const shown = packs.find(({ _id }) => _id === chosen) ?? packs[0];
  return (
    <div className={styles.tab}>
      {shown === undefined ? (
        <div className={styles.note}>
          Соберите свой набор или добавьте чужой по ссылке.
          <ButtonLink to="/stickers" variant="soft">
            Мои наборы
          </ButtonLink>
        </div>
      ) : (
        <>
          <PackPictures key={shown._id} id={shown._id} onPick={onSend} />
          <PackStrip packs={packs} chosen={shown._id} onChoose={setChosen} />
        </>
      )}
    </div>
  );
}
