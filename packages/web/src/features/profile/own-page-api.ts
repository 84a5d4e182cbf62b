import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '@respa/contract/route';
import * as friends from '@respa/contract/friends';
import * as profile from '@respa/contract/profile';
import * as storage from '@respa/contract/storage';
import * as communities from '@respa/contract/communities';
import { invalidateSubscriptions } from '#features/communities/parts.ts';
import { invalidatePeople } from '#features/people/parts.ts';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { invalidateTopic } from '#lib/network/topics.ts';
import { useSession } from '#lib/network/session.ts';
import { meKey, profileKey, type Profile } from './api.ts';

/** How much space the member's files take, measured each time it is shown. */
export const useStorage = () =>
  useQuery({
    queryKey: [...meKey, 'storage', useSession()?.userId],
    queryFn: () => call(storage.usage),
    refetchOnMount: 'always',
  });
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
