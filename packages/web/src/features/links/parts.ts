export { handleLinkEvent } from './link-events.ts';
export { LinkSlot, PostLink } from './link-slot.tsx';
