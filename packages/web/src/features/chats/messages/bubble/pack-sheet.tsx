// Loaded with the first press on a sticker.
export { PackSheet } from '#features/stickers/parts.ts';
