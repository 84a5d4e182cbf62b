import { shortCount } from '#lib/text/format.ts';
import { IconShare3 } from '#ui/icons.ts';
import { ask, type Ref } from './asked.ts';
import styles from './share-button.module.css';

/** Opens the dialog that shares a post. The number leads to who did. */
export function ShareButton({ of, shares = 0 }: { of: Ref; shares?: number | undefined }) {
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label="Поделиться"
        onClick={() => ask({ act: 'share', of })}
      >
        <IconShare3 size={20} aria-hidden="true" />
      </button>
      {shares > 0 ? (
        <button
          type="button"
          className={styles.count}
          aria-haspopup="dialog"
          aria-label={`Кто поделился: ${shares}`}
          onClick={() => ask({ act: 'sharers', of })}
        >
          {shortCount(shares)}
        </button>
      ) : null}
    </>
  );
}
