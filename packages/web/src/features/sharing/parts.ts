export { ask, readWish, subscribeWish, type Ref, type Wish } from './asked.ts';
export { bookmarkItem, shareItem } from './items.tsx';
export { addressOf, ObjectView } from './object-view.tsx';
export { useShare, useSharers, type ObjectCard } from './sharing-api.ts';
export { RepostSlot, ShareButton } from './slots.tsx';
