export { useLike, type Moments } from './api.ts';
export { EmojiSlot } from './emoji-slot.tsx';
export { Comments } from './comments-place.tsx';
