import { lazy, Suspense } from 'react';
import type { SuggestedProps } from './suggested-people.tsx';

const People = lazy(async () => ({
  default: (await import('./suggested-people.tsx')).SuggestedPeople,
}));

/**
 * People whom the member may want to add, with the reasons and the buttons 'Добавить' and 'Скрыть'.
 * Its code loads after the page.
 */
export const SuggestedPeople = (props: SuggestedProps) => (
  <Suspense fallback={null}>
    <People {...props} />
  </Suspense>
);
