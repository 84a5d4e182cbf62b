import { part } from '#lib/browser/part.tsx';
import { PostsSkeleton } from '#ui/feedback/skeleton.tsx';

/** What is popular on the site. It loads when the own feed has ended. */
export const Popular = part(
  async () => (await import('./popular.tsx')).Popular,
  (_props, isLost) => (isLost ? null : <PostsSkeleton posts={1} />),
);
