import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

/**
 * A private room: `count` messages, `stepMs` apart; the last `tail` of them are by `tailBy` and
 * unread by the other member.
 */
export type SeededDialog = {
  id: string;
  a: string;
  b: string;
  count: number;
  startMs: number;
  stepMs: number;
  tail: number;
  tailBy: string;
};

const PHRASES = [
  'Привет! Ты сегодня играешь?',
  'Да, после восьми.',
  'Собираемся на рейд, нужен ещё один.',
  'Я с вами.',
  'Дай двадцать минут, доделаю ужин.',
  'Не торопись, мы всё равно ждём танка.',
  'Опять он опаздывает?',
  'Как всегда.',
  'Видела патч? Лучника порезали.',
  'Видела. Жалко.',
  'Зато мечник теперь живой.',
  'Попробую его на выходных.',
  'Скинь сборку.',
  'Сейчас найду.',
  'Держи: два кольца на скорость и щит.',
  'Спасибо!',
  'Ты прошёл третью главу?',
  'Застрял на мосту.',
  'Там надо сначала погасить факелы.',
  'Серьёзно? Я полчаса бился.',
  'Все так делают в первый раз.',
  'Ну хоть не я один.',
  'В субботу турнир, идёшь?',
  'Иду. Команда есть?',
  'Пока двое.',
  'Считай, трое.',
  'Отлично, записал.',
  'Во сколько?',
  'В шесть по Москве.',
  'У меня это десять вечера, успею.',
  'Микрофон проверь, в прошлый раз шумел.',
  'Купил новый.',
  'Слышно отлично!',
  'Ура.',
  'Кстати, слышал саундтрек?',
  'Третий трек на повторе.',
  'Вот и у меня.',
  'Ладно, мне пора.',
  'До вечера!',
  'Увидимся на сервере.',
  'Кто кого ждёт у портала?',
  'Я уже там.',
  'Бегу.',
  'Осторожно, слева двое.',
  'Вижу.',
  'Красиво отбились.',
  'Это было близко.',
  'Ещё заход?',
  'Давай последний.',
  'Ты так говорил час назад.',
] as const;

/**
 * Inserts rooms, members and messages with one statement each. A message's id is made of its time,
 * its position and the end of its room's id, so that the seed script and the database derive the
 * same id.
 */
export async function seedDialogs(db: Db, dialogs: SeededDialog[]): Promise<void> {
  const list = <T>(read: (dialog: SeededDialog) => T): T[] => dialogs.map(read);
  const input = sql`
    unnest(
      ${list((row) => row.id)}::uuid[], ${list((row) => row.a)}::uuid[],
      ${list((row) => row.b)}::uuid[], ${list((row) => row.count)}::int[],
      ${list((row) => row.startMs)}::bigint[], ${list((row) => row.stepMs)}::bigint[],
      ${list((row) => row.tail)}::int[], ${list((row) => row.tailBy)}::uuid[]
    ) as d (id, a, b, count, start_ms, step_ms, tail, tail_by)
  `;
  const idAt = sql`
    (lpad(to_hex(d.start_ms + (n - 1) * d.step_ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3,
      '0') || right(replace(d.id::text, '-', ''), 16))::uuid
  `;
  await sql`
    insert into rooms (id, low_id, high_id, seq, position, created_at)
    select d.id, least(d.a, d.b), greatest(d.a, d.b), d.count, d.count,
      to_timestamp(d.start_ms / 1000.0)
    from ${input}
  `.execute(db);
  await sql`
    insert into room_members (room_id, user_id, touched, unread, read_position, joined_at)
    select d.id,
      who,
      (select ${idAt} from (select d.count as n) as last),
      case when who = d.tail_by then 0 else d.tail end,
      d.count - case when who = d.tail_by then 0 else d.tail end,
      to_timestamp(d.start_ms / 1000.0)
    from ${input}
    cross join lateral (values (d.a), (d.b)) as pair (who)
  `.execute(db);
  await sql`
    insert into messages (room_id, id, user_id, position, born, seq, text, created_at)
    select d.id,
      ${idAt},
      case when n > d.count - d.tail then d.tail_by when n % 2 = 1 then d.a else d.b end,
      n,
      n,
      n,
      (${[...PHRASES]}::text[])[1 + (n - 1 + d.start_ms % 7 * 7) % ${PHRASES.length}::int],
      to_timestamp((d.start_ms + (n - 1) * d.step_ms) / 1000.0)
    from ${input}
    cross join lateral generate_series(1, d.count) as n
  `.execute(db);
}
export async function dateMessage(db: Db, id: string, at: Date, editedAt?: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ created_at: at, ...(editedAt === undefined ? {} : { edited_at: editedAt }) })
    .where('id', '=', id)
    .execute();
}
/** Changes the date of a group's system messages written since a moment. */
export async function dateLines(db: Db, roomId: string, since: Date, at: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({ created_at: at })
    .where('room_id', '=', roomId)
    .where('system', 'is not', null)
    .where('created_at', '>=', since)
    .execute();
  await db
    .updateTable('room_members')
    .set({ joined_at: at })
    .where('room_id', '=', roomId)
    .where('joined_at', '>=', since)
    .execute();
}
/** Truncates the messages. The schema has no foreign key that deletes them with their rooms. */
export const clearMessages = (db: Db) => sql`truncate messages, message_clients`.execute(db);
