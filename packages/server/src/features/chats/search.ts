import { sql } from 'kysely';
import { PAGE_SIZES } from '@respa/contract/limits';
import { fault } from '@respa/contract/faults';
import { OWN_PLAN, type Db } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import type { Viewer } from '#platform/serve.ts';
import { gatherCards, removedPerson } from '#features/people/service.ts';
import { columns, findPosition, type MessageRow } from './message-queries.ts';
import { presentAll } from './messages.ts';
import { partnerOf } from './present.ts';

/** Somebody in more rooms finds what was said in those that were alive last. */
const MAX_ROOMS = 1_000;
/** So many of the newest messages are looked through first: common words are in them, and the index would bring them from everywhere. */
const NEWEST = 300;
const SIZE = PAGE_SIZES.messages;

/** Messages of the caller's rooms, or of one of them, with all these words, newest first; the last word may be a beginning. Throws `not_found` for a room of others. */
export async function searchMessages(ground: Ground, viewer: Viewer, given: { q: string; room?: string; before?: string }) {
  const rooms = await pickRooms(ground.db, viewer.id, given.room);
  if (given.room !== undefined && rooms.length === 0) throw fault('not_found');
  const words = given.q.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0 || rooms.length === 0) return { found: [], isLast: true };
  const query = `${words.join(' & ')}:*`;
  const picked = await pickFound(ground.db, rooms, query, { before: given.before, limit: SIZE + 1 });
  const rows = picked.slice(0, SIZE);
  const places = await gatherRooms(ground.db, viewer.id, [...new Set(rows.map((row) => row.room_id))]);
  const messages = await presentAll(ground, rows);
  return { found: rows.map((row, place) => ({ room: places.get(row.room_id)!, message: messages[place]! })), isLast: picked.length <= SIZE };
}

async function pickRooms(db: Db, userId: string, room: string | undefined): Promise<string[]> {
  const query = db.selectFrom('room_members').select('room_id').where('user_id', '=', userId);
  const rows = await (room === undefined ? query.orderBy('touched', 'desc').limit(MAX_ROOMS) : query.where('room_id', '=', room)).execute();
  return rows.map((row) => row.room_id);
}

type Page = { before?: string | undefined; limit: number };
