import { part } from '#lib/browser/part.tsx';
import { SuggestedSkeleton } from './suggested-skeleton.tsx';

/**
 * People whom the member may want to add, with the reasons and the buttons 'Добавить' and 'Скрыть'.
 * Its code loads after the page.
 */
export const SuggestedPeople = part(
  async () => (await import('./suggested-people.tsx')).SuggestedPeople,
  ({ look }, isLost) => (isLost ? null : <SuggestedSkeleton look={look} />),
);
