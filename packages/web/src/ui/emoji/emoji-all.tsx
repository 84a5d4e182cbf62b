import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import styles from './emoji-picker.module.css';

declare const __EMOJI_URL__: string;

type Row = [emoji: string, label: string, group: number, tags: string];
type Served = { groups: Array<[index: number, label: string]>; rows: Row[] };

const FLAGS = 9;

/** Windows has no glyphs for country flags and shows two letters instead. */
const hasFlags = !navigator.userAgent.includes('Windows');

let served: Promise<Served> | undefined;
/** Fetches the list. A failed request is repeated on the next call. */
export function fetchEmoji(): Promise<Served> {
  served ??= fetch(__EMOJI_URL__).then((response) => {
    if (!response.ok) throw new Error(`emoji: ${response.status}`);
    return response.json() as Promise<Served>;
  });
  served.catch(() => {
    served = undefined;
  });
  return served;
}
async function giveRussian() {
  const { groups, rows } = await fetchEmoji();
  return {
    locale: 'ru',
    categories: groups.map(([index, label]) => ({ index, label })),
    emojis: rows
      .filter(([, , group]) => hasFlags || group !== FLAGS)
      .map(([emoji, label, category, tags]) => ({
        emoji,
        label,
        category,
        version: 0,
        tags: tags ? tags.split(' ') : [],
      })),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  };
}

/**
 * Defined once: components recreated between pointer down and pointer up would remove the pressed
 * element before the click.
 */
const PARTS: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className={styles.group}>
      {category.label}
    </div>
  ),
  // The picker counts rows and columns from 0, ARIA from 1.
  Row: ({ children, ...props }) => (
    <div {...props} aria-rowindex={(props['aria-rowindex'] ?? 0) + 1} className={styles.row}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => (
    <button
      {...props}
      type="button"
      role="gridcell"
      aria-colindex={(props['aria-colindex'] ?? 0) + 1}
      className={styles.emoji}
      data-active={emoji.isActive || undefined}
    >
      {emoji.emoji}
    </button>
  ),
};

/** Shows the whole list. Render it only once `fetchEmoji` has resolved. */
export function AllEmoji({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      className={styles.all ?? ''}
      locale="ru"
      columns={8}
      resolveEmojiData={giveRussian}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className={styles.search ?? ''}
        placeholder="Найти эмодзи"
        aria-label="Найти эмодзи"
        autoFocus
      />
      <EmojiPicker.Viewport className={styles.viewport ?? ''}>
        <EmojiPicker.Loading className={styles.note ?? ''}>Загружаем…</EmojiPicker.Loading>
        <EmojiPicker.Empty className={styles.note ?? ''}>Ничего не нашлось</EmojiPicker.Empty>
        <EmojiPicker.List components={PARTS} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}
