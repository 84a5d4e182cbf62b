import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import * as list from '@respa/contract/chat-list';
import * as extras from '@respa/contract/chat-extras';
import { call, sentenceOf } from '#lib/network/call.ts';
import { KEPT } from '#lib/network/keep-answers.ts';
import { useCreation } from '#lib/network/creation.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { foldersKey, readRoom, roomKey, roomsKey, type RoomEntry } from '../api.ts';
import { kindOf } from '../rooms/conversation-kind.ts';

export type Folder = Static<typeof list.Folder>;
export type FolderInput = Pick<Folder, 'name' | 'kinds' | 'rooms'>;
const onError = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });
const renew = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: roomsKey }),
    queries.invalidateQueries({ queryKey: foldersKey }),
  ]);

/** Returns the member's folders of chats and the size of the archive. */
export const useFolders = () =>
  useQuery({ queryKey: foldersKey, meta: KEPT, queryFn: () => call(list.folders) });

/** Changes the place of a chat in the list. */
export type Move =
  | { kind: 'pin' | 'archive' | 'mute'; roomId: string; isOn: boolean }
  | { kind: 'read'; room: RoomEntry }
  | { kind: 'order'; rooms: string[] }
  | { kind: 'folder'; id: string; roomId: string; isOn: boolean };
function make(move: Move): Promise<unknown> {
  if (move.kind === 'order') return call(list.orderPinned, { body: { rooms: move.rooms } });
  if (move.kind === 'read') return readRoom(move.room._id, kindOf({ isGroup: move.room.isChat }));
  const { isOn, roomId } = move;
  if (move.kind === 'folder')
    return call(isOn ? list.addToFolder : list.takeFromFolder, { params: { id: move.id, roomId } });
  const calls = {
    pin: [list.pinRoom, list.unpinRoom],
    archive: [list.archiveRoom, list.unarchiveRoom],
    mute: [extras.muteRoom, extras.unmuteRoom],
  } as const;
  return call(calls[move.kind][isOn ? 0 : 1], { params: { roomId } });
}
export function useMove() {
  const queries = useQueryClient();
  return useMutation({ mutationFn: make, onError, onSettled: () => renew(queries) });
}

/** Hides everything that a chat holds now from the member, or shows it again. */
export function useHistory() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ roomId, isCleared }: { roomId: string; isCleared: boolean }) =>
      call(isCleared ? list.clearHistory : list.restoreHistory, { params: { roomId } }),
    onError,
    onSettled: (_data, _error, { roomId }) =>
      Promise.all([renew(queries), queries.invalidateQueries({ queryKey: roomKey(roomId) })]),
  });
}

export function useCreateFolder() {
  const queries = useQueryClient();
  return useCreation('chat-folder', {
    create: (body: FolderInput, key) => call(list.createFolder, { key, body }),
    onSuccess: () => renew(queries),
  });
}
export function useEditFolder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: FolderInput & { id: string }) =>
      call(list.editFolder, { params: { id }, body }),
    onSuccess: () => renew(queries),
  });
}
export function useRemoveFolder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(list.removeFolder, { params: { id } }),
    onError,
    onSettled: () => renew(queries),
  });
}
export function useOrderFolders() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (folders: string[]) => call(list.orderFolders, { body: { folders } }),
    onError,
    onSettled: () => renew(queries),
  });
}
