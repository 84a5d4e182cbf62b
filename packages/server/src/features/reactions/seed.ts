import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import type { ObjectKind } from './object-queries.ts';

export type SeededObject = { id: string; ownerId: string | null; likes: number; comments: number };
export type SeededLike = { objectId: string; userId: string; at: Date };
export type SeededComment = {
  id: string;
  objectId: string;
  authorId: string;
  text: string;
  at: Date;
};

/** Inserts objects with the counters that `seedLikes` and `seedComments` will make correct. */
export async function seedObjects(db: Db, kind: ObjectKind, rows: SeededObject[]): Promise<void> {
  await sql`
    insert into reaction_objects (id, kind, owner_id, likes, comments)
    select id, ${kind}::text, owner_id, likes, comments
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.ownerId)}::uuid[],
      ${rows.map((row) => row.likes)}::int[], ${rows.map((row) => row.comments)}::int[]
    ) as row (id, owner_id, likes, comments)
  `.execute(db);
}
export async function seedLikes(db: Db, rows: SeededLike[]): Promise<void> {
  await sql`
    insert into likes (object_id, user_id, created_at)
    select *
    from unnest(
      ${rows.map((row) => row.objectId)}::uuid[], ${rows.map((row) => row.userId)}::uuid[],
      ${rows.map((row) => row.at)}::timestamptz[]
    )
  `.execute(db);
}
export async function seedComments(db: Db, rows: SeededComment[]): Promise<void> {
  await sql`
    insert into comments (id, object_id, author_id, text, created_at)
    select *
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.objectId)}::uuid[],
      ${rows.map((row) => row.authorId)}::uuid[], ${rows.map((row) => row.text)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]
    )
  `.execute(db);
}
export const dateComment = (db: Db, id: string, at: Date) =>
  db.updateTable('comments').set({ created_at: at }).where('id', '=', id).execute();

export const REMARKS = [
  'Вот это да!',
  'Тоже там застрял.',
  'Зови, я на лечении.',
  'Скинь сборку.',
  'Поздравляю, заслужил.',
  'А на какой сложности?',
  'Моя любимая часть.',
  'Не соглашусь, но уважаю.',
  'Красиво.',
  'Когда следующий рейд?',
  'У меня ушла неделя.',
  'Расскажи потом, чем кончилось.',
  'Музыка там огонь.',
  'Ставил на паузу, чтобы посмотреть на закат.',
  'Беру на заметку.',
  'Плюс один.',
] as const;
