import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BodyOf, ReplyOf } from '@respa/contract/route';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import * as storage from '@respa/contract/storage';
import * as communities from '@respa/contract/communities';
import { invalidateSubscriptions } from '#features/communities/parts.ts';
import { invalidatePeople, peopleKey } from '#features/people/parts.ts';
import { call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import type { StreamedEvent } from '#lib/network/live.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { dependOn, invalidateTopic } from '#lib/network/topics.ts';
import { getSession, useSession, type Session } from '#lib/network/session.ts';

const meKey = ['me'] as const;
export type Profile = ReplyOf<typeof profile.profile>;
// Under the people's key, because a change between two users changes their pages.
const profilesKey = peopleKey('profile');
const profileKey = (id: string) => peopleKey('profile', id);
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
/** Returns whether the member has done nothing on the site yet: no picture, words, friends or groups. */
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
/** How much space the member's files take, measured each time it is shown. */
export const useStorage = () =>
  useQuery({
    queryKey: [...meKey, 'storage', useSession()?.userId],
    queryFn: () => call(storage.usage),
    refetchOnMount: 'always',
  });
/** Reports a visit to the owner of a page. The server counts it once a day. */
export function useVisit(id: string, isOther: boolean): void {
  useEffect(() => {
    if (isOther) call(profile.visit, { params: { id } }).catch(() => {});
  }, [id, isOther]);
}
/**
 * Ends a friendship from the member's own page. The response names a friend who fills the gap at
 * once.
 */
export function usePartFriend(myId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shown }: { id: string; shown: string[] }) =>
      call(friends.remove, { params: { id }, body: { showedFriends: shown } }),
    onSuccess: ({ newFriend }, { id }) => {
      queries.setQueryData<Profile>(
        profileKey(myId),
        (page) =>
          page && {
            ...page,
            friends: [
              ...page.friends.filter((friend) => friend._id !== id),
              ...(newFriend === null ? [] : [newFriend]),
            ],
            counts: { ...page.counts, friends: page.counts.friends - 1 },
          },
      );
      return invalidatePeople(queries);
    },
  });
}
/**
 * Ends a subscription from the member's own page. The response names a community that fills the gap
 * at once.
 */
export function useEndSubscribe(myId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shown }: { id: string; shown: string[] }) =>
      call(communities.unsubscribe, { params: { id }, body: { showedSubscribes: shown } }),
    onSuccess: ({ newSubscribe }, { id }) => {
      queries.setQueryData<Profile>(
        profileKey(myId),
        (page) =>
          page && {
            ...page,
            subscribes: [
              ...page.subscribes.filter((group) => group._id !== id),
              ...(newSubscribe === null ? [] : [newSubscribe]),
            ],
            counts: { ...page.counts, subscribes: page.counts.subscribes - 1 },
          },
      );
      return invalidateSubscriptions(queries);
    },
  });
}
function useChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: meKey }),
      invalidatePeople(queries),
      invalidateTopic(queries, 'people'),
    ]);
}
export function useEditProfile() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: BodyOf<typeof profile.edit>) => call(profile.edit, { body }),
    onSuccess: changed,
  });
}
export function useUpdateImage() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ slot, file }: { slot: 'avatar' | 'banner'; file: Blob | null }) =>
      call(
        profile.updateImages,
        file === null
          ? { body: slot === 'avatar' ? { removeAvatar: true } : { removeBanner: true } }
          : {
              body: slot === 'avatar' ? { avatarExists: true } : { bannerExists: true },
              files: { [slot]: [file] },
            },
      ),
    onSuccess: changed,
  });
}
/** Refetches the member's own profile when it has changed elsewhere. */
export function handleProfileEvent(queries: QueryClient, event: StreamedEvent): void {
  if (event.type === 'me-changed') void queries.invalidateQueries({ queryKey: meKey });
}
