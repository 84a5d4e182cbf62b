import { sql } from 'kysely';
import { insertPeople } from '../crowd.ts';
import type { TestApp } from '../driver.ts';

type Filling = { roomId: string; count: number; isListener: boolean; firstNumber: number };
/** Fills a voice room with people who are connected nowhere. */
export async function fillRoom(
  app: TestApp,
  { roomId, count, isListener, firstNumber }: Filling,
): Promise<void> {
  const people = await insertPeople(app, count);
  await sql`
    insert into voice_members (user_id, room_id, session_id, client_id, number, is_listener)
    select id, ${roomId}, id, id, ${firstNumber} - 1 + place, ${isListener}
    from unnest(${people}::uuid[]) with ordinality as one (id, place)
  `.execute(app.server.context.db);
}
