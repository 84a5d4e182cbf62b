import { useState, type ReactNode } from 'react';
import { usePacks, type Sticker } from './api.ts';
import { PackStrip } from './pack-strip.tsx';
import { PackPictures } from './sticker-tab.tsx';
import styles from './panel.module.css';

/** The ordinary emoji, and below them the added packs of custom ones. */
export function EmojiTab({
  onCustom,
  children,
}: {
  onCustom: (sticker: Sticker) => void;
  /** The picker of ordinary emoji. */
  children: ReactNode;
}) {
  const packs = usePacks().data?.added.filter(({ kind }) => kind === 'emoji') ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      {chosen === null ? (
        children
      ) : (
        <div className={styles.tab}>
          <PackPictures key={chosen} id={chosen} onPick={onCustom} />
        </div>
      )}
      {packs.length === 0 ? null : (
        <PackStrip packs={packs} chosen={chosen} onChoose={setChosen} first="🙂" />
      )}
    </>
  );
}
