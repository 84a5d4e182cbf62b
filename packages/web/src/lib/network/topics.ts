import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * What queries of other features may depend on: relationships and profiles of people, the posts of
 * a member, the communities of a member, the cards of links in posts, how often things were shared.
 */
export type Topic = 'people' | 'posts' | 'communities' | 'link-cards' | 'reposts';
const dependents = new Map<Topic, QueryKey[]>();

/**
 * Declares that the queries under a key depend on a topic of another feature. A feature calls it
 * when its `api.ts` is loaded; before that it has no queries.
 */
export function dependOn(topic: Topic, key: QueryKey): void {
  dependents.set(topic, [...(dependents.get(topic) ?? []), key]);
}
/** Refetches the queries that depend on a topic. Resolves when those on the screen are fresh. */
export const invalidateTopic = (queries: QueryClient, topic: Topic): Promise<unknown> =>
  Promise.all(
    (dependents.get(topic) ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
