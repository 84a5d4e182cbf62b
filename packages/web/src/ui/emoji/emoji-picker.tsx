import { IconArrowLeft, IconMoodSearch } from '#ui/icons.ts';
import { useState, type ComponentType } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { COMMON_EMOJI } from './emoji-common.ts';
import styles from './emoji-picker.module.css';
import { Spinner } from '#ui/feedback/spinner.tsx';

type All = ComponentType<{ onPick: (emoji: string) => void }>;

/**
 * Shows a hundred emoji at once, and all of them with Russian search after one more press. Without
 * a network the hundred still work.
 */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [shown, setShown] = useState<'common' | 'waiting' | 'failed' | { All: All }>('common');
  const isCommon = shown === 'common';
  const load = async () => {
    setShown('waiting');
    try {
      const { AllEmoji, fetchEmoji } = await import('./emoji-all.tsx');
      await fetchEmoji();
      setShown((now) => (now === 'waiting' ? { All: AllEmoji } : now));
    } catch {
      setShown((now) => (now === 'waiting' ? 'failed' : now));
    }
  };
  return (
    <div className={styles.picker}>
      {isCommon ? (
        <div className={styles.common} role="group" aria-label="Частые эмодзи">
          {COMMON_EMOJI.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      ) : null}
      {shown === 'waiting' ? <Spinner className={styles.wait} label="Загружаем эмодзи" /> : null}
      {shown === 'failed' ? (
        <p className={styles.apology} role="alert">
          Эмодзи не загрузились. Проверьте интернет и попробуйте ещё раз.
        </p>
      ) : null}
      {typeof shown === 'object' ? <shown.All onPick={onPick} /> : null}
      <div className={styles.foot}>
        <Button
          wide
          size="small"
          variant="plain"
          icon={isCommon ? <IconMoodSearch /> : <IconArrowLeft />}
          onClick={() => void (isCommon ? load() : setShown('common'))}
        >
          {isCommon ? 'Все эмодзи и поиск' : 'Частые'}
        </Button>
      </div>
    </div>
  );
}
