import { part } from '#lib/browser/part.tsx';

/** The reactions to a post besides the like, and their choice. Loads after the post is shown. */
export const EmojiSlot = part(async () => (await import('./emoji-bar.tsx')).EmojiBar);
