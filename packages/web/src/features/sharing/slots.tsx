import { part } from '#lib/browser/part.tsx';

/** The button of a post that shares it. It has a place at the end of its row. */
export const ShareButton = part(
  async () => (await import('./share-button.tsx')).ShareButton,
  () => <span style={{ width: 44, height: 44 }} />,
);
/** What a post shares. */
export const RepostSlot = part(
  async () => (await import('./repost.tsx')).RepostCard,
  () => <div style={{ height: 120 }} />,
);
