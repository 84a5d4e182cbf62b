import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as friends from '@respa/contract/friends';
import * as groups from '@respa/contract/group-chats';
import { leads, roleIn } from '@respa/contract/group-roles';
import { peopleKey } from '#features/people/parts.ts';
import { ApiError, call } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { useMyId } from '#lib/network/session.ts';
import { roomKey, roomsKey } from '../api.ts';

export type Group = Static<typeof groups.GroupRoom>;
export type Member = Group['members'][number];
type Answer = { room: Group };

export const useGroup = (id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: roomKey(id),
    meta: KEPT,
    queryFn: () => call(groups.room, { params: { id } }),
    // A retry does not help for a group chat that does not exist or is not visible to the viewer.
    retry: (failures, error) =>
      failures < 2 && !(error instanceof ApiError && error.status === 404),
  });
/**
 * Returns whether the member leads another one in a conversation: may exclude them, delete their
 * messages and mute them in the voice room. Always false in a private one.
 */
export function useLeads(roomId: string, isGroup: boolean, userId: string): boolean {
  const me = useMyId();
  const group = useGroup(roomId, isGroup).data?.room;
  // A private conversation has its data under the same key.
  return isGroup && group !== undefined && leads(roleIn(group, me), roleIn(group, userId));
}
/** Returns a group chat outside of components, at most a minute old. */
export const fetchGroup = (queries: QueryClient, id: string): Promise<Answer> =>
  queries.fetchQuery({
    queryKey: roomKey(id),
    queryFn: () => call(groups.room, { params: { id } }),
    staleTime: 60_000,
  });
/** Applies a presence event of one member to the cached group chat. */
export const markPresence = (
  queries: QueryClient,
  id: string,
  userId: string,
  isOnline: boolean,
): void =>
  void queries.setQueryData<Answer>(roomKey(id), (known) =>
    known === undefined
      ? known
      : {
          room: {
            ...known.room,
            members: known.room.members.map((one) =>
              one._id === userId ? { ...one, isOnline } : one,
            ),
          },
        },
  );

export function useCreateGroup() {
  const queries = useQueryClient();
  return useCreation('group-chat', {
    create: (
      {
        title,
        description,
        members,
        avatar,
      }: { title: string; description: string; members: string[]; avatar: Blob | null },
      key,
    ) =>
      call(groups.create, {
        key,
        body: { title, description, members: JSON.stringify(members) },
        files: { avatar: avatar === null ? [] : [avatar] },
      }),
    onSuccess: (answer) => {
      queries.setQueryData<Answer>(roomKey(answer.room._id), answer);
      return queries.invalidateQueries({ queryKey: roomsKey });
    },
  });
}
/**
 * Runs a change of a group chat and refetches it. Its other members learn of the change from their
 * streams.
 */
function useGroupStep<Input, Done>(id: string, step: (input: Input) => Promise<Done>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: roomKey(id) }),
        queries.invalidateQueries({ queryKey: roomsKey }),
      ]),
  });
}
export const useRename = (id: string) =>
  useGroupStep(id, (title: string) =>
    call(groups.changeTitle, { params: { id }, body: { title } }),
  );
export const useDescribe = (id: string) =>
  useGroupStep(id, (description: string) =>
    call(groups.editGroup, { params: { id }, body: { description } }),
  );
export const useGroupAvatar = (id: string) =>
  useGroupStep(id, (file: Blob | null) =>
    call(groups.changeAvatar, {
      params: { id },
      ...(file === null ? { body: { removeAvatar: 'true' } } : { files: { file: [file] } }),
    }),
  );
export const useExclude = (id: string) =>
  useGroupStep(id, (userId: string) => call(groups.exclude, { params: { roomId: id, userId } }));
export const useModerator = (id: string) =>
  useGroupStep(id, ({ userId, isOn }: { userId: string; isOn: boolean }) =>
    call(isOn ? groups.appoint : groups.dismiss, { params: { roomId: id, userId } }),
  );
export const useInvite = (id: string) =>
  useGroupStep(id, (userId: string) => call(groups.invite, { params: { roomId: id, userId } }));
/** Leaves the group chat, or deletes it. */
export function useLeave(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (how: 'leave' | 'refuse' | 'delete') =>
      how === 'delete'
        ? call(groups.removeRoom, { params: { id } })
        : call(groups.leave, { params: { id }, query: how === 'refuse' ? { refuse: 'true' } : {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: roomsKey }),
  });
}

/** Returns the member's own friends, to choose from. */
export function useOwnFriends(query: string) {
  const id = useMyId();
  return useInfiniteQuery({
    queryKey: peopleKey('friends', 'choose', id, query),
    queryFn: ({ pageParam, signal }) =>
      call(friends.list, {
        params: { id },
        query: {
          limit: 50,
          ...(query === '' ? {} : { q: query }),
          ...(pageParam === '' ? {} : { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.friends.at(-1)?._id),
    placeholderData: (previous) => previous,
  });
}
