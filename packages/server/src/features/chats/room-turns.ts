import type { Static } from 'typebox';
import type { Message } from '@respa/contract/chats';
import { isAway } from '#platform/db.ts';
import type { Ground } from '#platform/ground.ts';
import { insertMessages } from './message-batch.ts';
import { insertMessage, type MessageRow, type NewMessage, type Sent } from './message-queries.ts';

/** So many messages are written together at most. */
const TOGETHER = 32;
type Shown = Static<typeof Message>;
export type Written = { sent: Sent; message: Shown };
type Present = (ground: Ground, rows: MessageRow[]) => Promise<Shown[]>;
type Waiting = { given: NewMessage; done: (written: Written | undefined) => void; failed: (error: unknown) => void };
/** What waits for rooms in which something is being written. */
const queues = new WeakMap<Ground, Map<string, Waiting[]>>();

/**
 * Writes a message when it is its room's turn, and answers it as everybody sees it; nothing where `insertMessage` answers nothing. A room's messages are
 * written under its lock, one after another, and each commit waits for the disk: what comes meanwhile is written together by the next statement, and told
 * in one breath. Where one of these fails, all that were with it fail; where the database is away, so do all who wait: each batch would wait as long again.
 */
export async function writeInTurn(ground: Ground, given: NewMessage, present: Present): Promise<Written | undefined> {
  const rooms = queues.get(ground) ?? new Map<string, Waiting[]>();
  queues.set(ground, rooms);
  const queue = rooms.get(given.roomId);
  if (queue !== undefined) return new Promise((done, failed) => { queue.push({ given, done, failed }); });
  const own: Waiting[] = [];
  rooms.set(given.roomId, own);
  try {
    const sent = await insertMessage(ground.db, given);
    return sent && { sent, message: (await present(ground, [sent]))[0]! };
  } catch (error) {
    if (isAway(error)) refuse(own.splice(0), error);
    throw error;
  } finally {
    void workOff(ground, rooms, given.roomId, present);
  }
}
const refuse = (waiting: Waiting[], error: unknown) => waiting.forEach(({ failed }) => failed(error));
async function workOff(ground: Ground, rooms: Map<string, Waiting[]>, roomId: string, present: Present): Promise<void> {
  const queue = rooms.get(roomId)!;
  while (queue.length > 0) {
    const batch = queue.splice(0, TOGETHER);
    try {
      const rows = await insertMessages(ground.db, roomId, batch.map(({ given }) => given));
      const shown = await present(ground, rows.filter((row) => row !== undefined));
      for (const [place, { done }] of batch.entries()) {
        const sent = rows[place];
        done(sent && { sent, message: shown.shift()! });
      }
    } catch (error) {
      refuse(isAway(error) ? [...batch, ...queue.splice(0)] : batch, error);
    }
  }
  rooms.delete(roomId);
}
