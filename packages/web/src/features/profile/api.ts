import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReplyOf } from '@respa/contract/route';
import * as profile from '@respa/contract/profile';
import { peopleKey } from '#features/people/parts.ts';
import { call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { dependOn } from '#lib/network/topics.ts';
import { getSession, useSession, type Session } from '#lib/network/session.ts';

export const meKey = ['me'] as const;
export type Profile = ReplyOf<typeof profile.profile>;
// Under the people's key, because a change between two users changes their pages.
const profilesKey = peopleKey('profile');
export const profileKey = (id: string) => peopleKey('profile', id);
dependOn('posts', profilesKey);
dependOn('communities', profilesKey);

const meQuery = (session: Session | null) =>
  queryOptions({
    queryKey: [...meKey, session?.userId],
    meta: KEPT,
    queryFn: () => call(profile.me),
    enabled: session !== null,
    staleTime: 5 * 60_000,
  });
/** The member's own profile. It is fetched only while a member is signed in. */
export const useMe = () => useQuery(meQuery(useSession()));
/**
 * Returns whether the member has done nothing on the site yet: no picture, words, friends or
 * groups.
 */
export function useIsNewcomer(): boolean {
  const user = useMe().data?.user;
  return (
    user !== undefined &&
    user.avatarUrl === '' &&
    user.aboutMe === '' &&
    user.friendsCount === 0 &&
    user.subscribesCount === 0
  );
}
/** Prefetches it before the page that shows it is drawn. */
export const prefetchMe = (queries: QueryClient): Promise<void> =>
  queries.prefetchQuery(meQuery(getSession()));
export const useProfile = (id: string) =>
  useQuery({
    queryKey: profileKey(id),
    meta: KEPT,
    queryFn: () => call(profile.profile, { params: { id } }),
  });
export type Facts = ReplyOf<typeof profile.facts>;
/** The games of a person, and what the member has in common with them. */
export const useFacts = (id: string) =>
  useQuery({
    queryKey: peopleKey('facts', id),
    meta: KEPT,
    queryFn: ({ signal }) => call(profile.facts, { params: { id }, signal }),
  });
/** Reports a visit to the owner of a page. The server counts it once a day. */
export function useVisit(id: string, isOther: boolean): void {
  useEffect(() => {
    if (isOther) call(profile.visit, { params: { id } }).catch(() => {});
  }, [id, isOther]);
}
/** Refetches the member's own profile when it has changed elsewhere. */
export function handleProfileEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'me-changed') void queries.invalidateQueries({ queryKey: meKey });
}
