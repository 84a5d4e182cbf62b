// Loaded with the first GIF that is saved.
export { saveGif } from '#features/stickers/parts.ts';
