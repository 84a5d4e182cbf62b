export { saveGif, type Gif, type Sticker } from './api.ts';
export { EmojiTab } from './emoji-tab.tsx';
export { GifTab } from './gif-tab.tsx';
export { PackLinkCard } from './link-card.tsx';
export { MyPacks } from './my-packs.tsx';
export { PackPage } from './pack-page.tsx';
export { PackSheet } from './pack-sheet.tsx';
export { StickerTab } from './sticker-tab.tsx';
