import { IconArrowLeft, IconMoodSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { COMMON_EMOJI } from './emoji-common.ts';
import styles from './emoji-picker.module.css';
import { Spinner } from './spinner.tsx';

const AllEmoji = lazy(async () => ({ default: (await import('./emoji-all.tsx')).AllEmoji }));

/** A hundred at once; all of them, with Russian search, one press further. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className={styles.picker}>
      {showsAll ? (
        <Suspense fallback={<Spinner className={styles.wait} label="Загружаем эмодзи" />}>
          <AllEmoji onPick={onPick} />
        </Suspense>
      ) : (
        <div className={styles.common} role="group" aria-label="Частые эмодзи">
          {COMMON_EMOJI.map((emoji) => (
            <button key={emoji} type="button" className={styles.emoji} onClick={() => onPick(emoji)}>{emoji}</button>
          ))}
        </div>
      )}
      <div className={styles.foot}>
        <Button wide size="small" variant="plain" icon={showsAll ? <IconArrowLeft /> : <IconMoodSearch />} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Частые' : 'Все эмодзи и поиск'}
        </Button>
      </div>
    </div>
  );
}
