import { useState } from 'react';
import { EmojiTab, GifTab, StickerTab, type Gif, type Sticker } from '#features/stickers/parts.ts';
import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { rememberEmoji, writeEmojiMark } from '../../message-text/emoji-marks.ts';
import type { Look, More } from '../unsent/outbox-store.ts';
import styles from './emoji-panel.module.css';

export type SendLook = (look: Look, more: Pick<More, 'sticker' | 'gif'>) => void;
type EmojiPanelProps = {
  onPick: (emoji: string) => void;
  /** Sends a sticker or a saved GIF; null where only emoji may be chosen. */
  onLook: SendLook | null;
  onClose: () => void;
};
const TABS = [
  { value: 'emoji', label: 'Эмодзи' },
  { value: 'stickers', label: 'Стикеры' },
  { value: 'gifs', label: 'GIF' },
] as const;

/** The panel of the composer: emoji for the text, and stickers and GIFs that are sent at once. */
export function EmojiPanel({ onPick, onLook, onClose }: EmojiPanelProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('emoji');
  const pickCustom = ({ _id: id, emoji, name }: Sticker) => {
    rememberEmoji(id, name);
    onPick(emoji + writeEmojiMark(id));
  };
  const emoji = (
    <EmojiTab onCustom={pickCustom}>
      <EmojiPicker onPick={onPick} />
    </EmojiTab>
  );
  if (onLook === null) return emoji;
  const sendSticker = ({ _id: sticker, name, width, height, emoji: sign }: Sticker) => {
    onLook({ folder: 'stickers', name, width, height, alt: `Стикер ${sign}` }, { sticker });
    onClose();
  };
  const sendGif = ({ _id: gif, name, width, height }: Gif) => {
    onLook({ folder: 'gifs', name, width, height, alt: 'GIF' }, { gif });
    onClose();
  };
  return (
    <div className={styles.panel}>
      <Tabs label="Что отправить" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'emoji' ? emoji : null}
        {tab === 'stickers' ? <StickerTab onSend={sendSticker} /> : null}
        {tab === 'gifs' ? <GifTab onSend={sendGif} /> : null}
      </Tabs>
    </div>
  );
}
