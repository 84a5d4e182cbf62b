import { lazy, Suspense } from 'react';
import { SuggestedSkeleton, type SuggestedProps } from './suggested-skeleton.tsx';

const People = lazy(async () => ({
  default: (await import('./suggested-people.tsx')).SuggestedPeople,
}));

/**
 * People whom the member may want to add, with the reasons and the buttons 'Добавить' and 'Скрыть'.
 * Its code loads after the page.
 */
export const SuggestedPeople = (props: SuggestedProps) => (
  <Suspense fallback={<SuggestedSkeleton look={props.look} />}>
    <People {...props} />
  </Suspense>
);
