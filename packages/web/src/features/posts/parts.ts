export { ARTICLE_COMMENTERS, POST_COMMENTERS } from './commenters.ts';
export { CommentersSlot } from './commenters-slot.tsx';
export { EditedMark } from './edited-mark.tsx';
