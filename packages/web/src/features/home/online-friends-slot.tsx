import { lazy, Suspense, type ComponentProps } from 'react';

const Friends = lazy(async () => ({
  default: (await import('./online-friends.tsx')).OnlineFriends,
}));

/** Friends who are online. The card loads after the page. */
export const OnlineFriends = (props: ComponentProps<typeof Friends>) => (
  <Suspense>
    <Friends {...props} />
  </Suspense>
);
