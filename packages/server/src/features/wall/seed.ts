import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import type { Random } from '#platform/runtime/seeded-random.ts';

export type SeededPost = { id: string; authorId: string; text: string; at: Date };

/**
 * Inserts posts. `posts_count` is written with the people, and the reaction objects with the
 * reactions.
 */
export async function seedPosts(db: Db, rows: SeededPost[]): Promise<void> {
  await sql`
    insert into posts (id, author_id, text, created_at)
    select *
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.authorId)}::uuid[],
      ${rows.map((row) => row.text)}::text[], ${rows.map((row) => row.at)}::timestamptz[]
    )
  `.execute(db);
}
export const datePost = (db: Db, id: string, at: Date) =>
  db.updateTable('posts').set({ created_at: at }).where('id', '=', id).execute();

const OPENINGS = [
  'Три вечера подряд один и тот же босс.',
  'Наконец дошли руки до второй части.',
  'Собрали полный отряд, чудо недели.',
  'Сервер лёг ровно на финале.',
  'Вчера впервые затащил в одиночку.',
  'Нашёл старый диск, и он читается!',
  'Рейд перенесли на субботу.',
  'Новый патч поменял всё, что я любил.',
  'Прошёл на высокой сложности.',
  'Решил не читать прохождения.',
  'Купил геймпад вместо клавиатуры.',
  'Полгода обходил эту игру стороной.',
  'Показал младшему брату первую серию.',
  'Ночной стрим закончился рассветом.',
  'Достроил город на сто тысяч жителей.',
  'Турнир во дворе, восемь человек.',
] as const;
const THOUGHTS = [
  'Секрет оказался в том, чтобы не спешить.',
  'Кто ещё помнит старую карту?',
  'Музыка там лучше всей графики.',
  'Если кто играет, зовите в пати.',
  'Переиграл бы с начала, да жаль времени.',
  'Думал, брошу, а не бросил.',
  'Концовку никому не рассказываю.',
  'Посоветуйте похожее, только короткое.',
  'Осталась одна ачивка, и та с рыбалкой.',
  'Спасибо ребятам, которые ждали.',
  'Сложность честная, виноват только я.',
  'Теперь неделю ничего, только пить чай.',
  'Обзор напишу, когда остыну.',
  'Баланс кривой, но весело.',
  'Управление спорное, зато сюжет.',
  'Вернусь, когда выйдет дополнение.',
] as const;
export const inventPost = (random: Random): string =>
  [
    random.pick(OPENINGS),
    random.pick(THOUGHTS),
    ...(random.next() < 0.4 ? [random.pick(THOUGHTS)] : []),
  ].join(' ');
