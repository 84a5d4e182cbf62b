import { useEffect, useState, type ComponentProps } from 'react';
import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';
import type { EmojiPanel } from './emoji-panel.tsx';

type Panel = typeof EmojiPanel;
let loaded: Panel | null = null;
/** Loads the panel of emoji, stickers and GIFs. */
export const loadEmojiPanel = async (): Promise<Panel> =>
  (loaded ??= (await import('./emoji-panel.tsx')).EmojiPanel);

/** The panel once it is loaded. Until then, and without a network, only the emoji. */
export function LateEmojiPanel(props: ComponentProps<Panel>) {
  const [Shown, setShown] = useState<Panel | null>(() => loaded);
  useEffect(() => {
    if (Shown !== null) return;
    void loadEmojiPanel().then(
      (panel) => setShown(() => panel),
      () => {},
    );
  }, [Shown]);
  return Shown === null ? <EmojiPicker onPick={props.onPick} /> : <Shown {...props} />;
}
