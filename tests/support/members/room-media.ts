import { sql } from 'kysely';
import * as chats from '@respa/contract/chats';
import type { Caller, TestApp } from '../driver.ts';
import type { Message } from './conversations.ts';

export type MessageFiles = { image?: Blob[]; video?: Blob[]; audio?: Blob[]; poster?: Blob[] };
export const sendFiles = async (
  who: Caller,
  roomId: string,
  files: MessageFiles,
  body: { message?: string; clientId?: string; peaks?: string } = {},
): Promise<Message> => (await who.call(chats.send, { params: { roomId }, body, files })).message;
/** Returns the names of all files that messages of a room have. */
export const mediaNamesOf = async (app: TestApp, roomId: string): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select name
      from media_files
      where scope_id = ${roomId}
      order by name
    `.execute(app.server.context.db)
  ).rows.map(({ name }) => name);
