import { displayName } from '@respa/contract/characters';
import type { RoomEntry } from '../api.ts';

/** Returns the name under which a room is listed. */
export const nameOf = (room: Pick<RoomEntry, 'isChat' | 'title' | 'name' | 'surname'>): string =>
  room.isChat ? room.title : displayName(room);
