import { sql } from 'kysely';
import type { Db } from '../../../packages/server/src/platform/database/db.ts';

/** Returns an id of one kind (people, rooms, posts …), ordered by its number. */
export const id = (kind: number, number: number) =>
  `${(0x01890000 + kind).toString(16).padStart(8, '0')}-${number.toString(16).padStart(8, '0').slice(0, 4)}-7${number.toString(16).padStart(8, '0').slice(4, 7)}-8000-${number.toString(16).padStart(12, '0')}`;
export const [PERSON, ROOM, POST, MESSAGE, NOTICE, COMMENT, FRIENDSHIP, DRAFT, NODE] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9,
];
export const [POLL, OPTION, VOTE] = [10, 11, 12];
export const me = id(PERSON, 1);
const idSql = (kind: number, number: string) =>
  sql.raw(`
    (lpad(to_hex(${0x01890000 + kind}), 8, '0') || lpad(left(lpad(to_hex(${number}), 8, '0'), 4), 4,
      '0') || '7' || substr(lpad(to_hex(${number}), 8, '0'), 5,
      3) || '8000' || lpad(to_hex(${number}), 12, '0'))::uuid
  `);
/**
 * Seeds 20,000 people, 60,000 posts and 60,000 messages; the first person has 300 friends, 200
 * rooms and many rows of everything.
 */
export async function seedFixtures(on: Db): Promise<void> {
  const statements = [
    sql`
      insert into accounts (id, email, password_hash, activated_at)
      select ${idSql(PERSON, 'n')}, n || '@seeded.test', '', now()
      from generate_series(1, 20000) n
    `,
    sql`
      insert into people (id, name, surname, birth_date, is_listed)
      select ${idSql(PERSON, 'n')},
        (
          array['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор', 'Жанна', 'Захар', 'Ирина',
          'Кирилл', 'Лада', 'Мирон', 'Нина', 'Олег', 'Полина', 'Роман', 'Софья', 'Тимур', 'Ульяна',
          'Фёдор']
        )[1 + n % 20],
        (
          array['Белов', 'Волков', 'Громов', 'Дёмин', 'Ежов', 'Жуков', 'Зимин', 'Ильин', 'Котов',
          'Лосев', 'Морозов', 'Носов', 'Орлов', 'Панов', 'Рябов', 'Соколов', 'Титов', 'Уваров',
          'Фомин', 'Чернов']
        )[1 + n / 20 % 20] || n % 997,
        '1990-01-01',
        true
      from generate_series(1, 20000) n
    `,
    sql`
      insert into friendships (user_id, friend_id, id)
      select a, b, i
      from (
        select ${idSql(PERSON, '1')} a, ${idSql(PERSON, 'n * 60')} b, ${idSql(FRIENDSHIP, 'n')} i
        from generate_series(1, 300) n
        union all
        select ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, ${idSql(FRIENDSHIP, '1000 + n')}
        from generate_series(2, 19000) n
      ) pair
      union all
      select b, a, i
      from (
        select ${idSql(PERSON, '1')} a, ${idSql(PERSON, 'n * 60')} b, ${idSql(FRIENDSHIP, 'n')} i
        from generate_series(1, 300) n
        union all
        select ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, ${idSql(FRIENDSHIP, '1000 + n')}
        from generate_series(2, 19000) n
      ) pair
    `,
    sql`
      insert into posts (id, author_id, text)
      select ${idSql(POST, 'n')}, ${idSql(PERSON, '1 + (n * 7919) % 20000')}, 'Запись ' || n
      from generate_series(1, 58000) n
    `,
    sql`
      insert into posts (id, author_id, text)
      select ${idSql(POST, 'n')}, ${idSql(PERSON, '1')}, 'Моя ' || n
      from generate_series(58001, 60000) n
    `,
    sql`
      update posts
      set audience = 'friends'
      where author_id = ${me} and id > ${id(POST, 58_050)} or id < ${id(POST, 5_000)}
    `,
    sql`
      insert into posts (id, author_id, text, is_draft)
      select ${idSql(DRAFT, 'n')}, ${idSql(PERSON, '1 + n % 300')}, 'Черновик ' || n, true
      from generate_series(1, 6000) n
    `,
    sql`
      update posts
      set is_pinned = true
      where id = ${id(POST, 58_020)}
    `,
    sql`
      insert into reaction_objects (id, kind, owner_id)
      select id, 'userpost', author_id
      from posts
    `,
    sql`
      insert into likes (object_id, user_id)
      select ${idSql(POST, '1 + n / 2')}, ${idSql(PERSON, '1 + n % 20000')}
      from generate_series(1, 60000) n
      on conflict do nothing
    `,
    sql`
      insert into comments (id, object_id, author_id, text)
      select ${idSql(COMMENT, 'n')}, ${idSql(POST, '1 + n % 30000')},
        ${idSql(PERSON, '1 + n % 20000')}, 'Да'
      from generate_series(1, 58000) n
    `,
    sql`
      insert into comments (id, object_id, author_id, text)
      select ${idSql(COMMENT, 'n')}, ${idSql(POST, '60000')}, ${idSql(PERSON, '1 + n % 20000')},
        'Да'
      from generate_series(58001, 60000) n
    `,
    sql`
      insert into polls (id, post_id, question, is_multiple, is_anonymous)
      select ${idSql(POLL, 'n')}, ${idSql(POST, 'n')}, 'Когда рейд?', true, false
      from generate_series(1, 10000) n
    `,
    sql`
      insert into poll_options (id, poll_id, place, text)
      select ${idSql(OPTION, 'n')}, ${idSql(POLL, '1 + (n - 1) / 3')}, (n - 1) % 3, 'Да'
      from generate_series(1, 30000) n
    `,
    sql`
      insert into poll_votes (id, poll_id, option_id, user_id)
      select ${idSql(VOTE, 'n')}, ${idSql(POLL, '1')}, ${idSql(OPTION, '1 + n % 3')},
        ${idSql(PERSON, '1 + n % 20000')}
      from generate_series(1, 40000) n
    `,
    sql`
      insert into poll_votes (id, poll_id, option_id, user_id)
      select ${idSql(VOTE, '40000 + n')}, ${idSql(POLL, '2 + n % 9000')},
        ${idSql(OPTION, '4 + 3 * (n % 9000)')}, ${idSql(PERSON, '1 + n % 20000')}
      from generate_series(1, 20000) n
    `,
    sql`
      insert into notifications (id, to_id, from_id, type, title, checked_at)
      select ${idSql(NOTICE, 'n')}, ${idSql(PERSON, '1 + n % 15000')},
        ${idSql(PERSON, '2 + n % 9000')}, 'delete', 'Вы больше не друзья',
        case when n % 3 > 0 then now() end
      from generate_series(1, 57000) n
      where 1 + n % 15000 <> 2 + n % 9000
    `,
    sql`
      insert into notifications (id, to_id, from_id, type, title, checked_at)
      select ${idSql(NOTICE, 'n')}, ${idSql(PERSON, '1')}, ${idSql(PERSON, '2 + n % 9000')},
        'delete', 'Вы больше не друзья', case when n % 3 > 0 then now() end
      from generate_series(57001, 60000) n
    `,
    sql`
      insert into rooms (id, low_id, high_id, seq, position)
      select ${idSql(ROOM, 'n')}, ${idSql(PERSON, '1')}, ${idSql(PERSON, '1 + n')}, 100000, 100000
      from generate_series(1, 200) n
      union all
      select ${idSql(ROOM, 'n')}, ${idSql(PERSON, 'n')}, ${idSql(PERSON, 'n + 1')}, 100000, 100000
      from generate_series(201, 12000) n
    `,
    sql`
      insert into room_members (room_id, user_id, touched, unread)
      select id, low_id, ${idSql(MESSAGE, '(row_number() over (order by id))')}, 1
      from rooms
      union all
      select id, high_id, ${idSql(MESSAGE, '(row_number() over (order by id))')}, 0
      from rooms
    `,
    sql`
      insert into messages (room_id, id, user_id, position, born, seq, text)
      select ${idSql(ROOM, '1 + n % 12000')}, ${idSql(MESSAGE, 'n')}, ${idSql(PERSON, '1')}, n, n,
        n, 'Привет'
      from generate_series(1, 50000) n
      union all
      select ${idSql(ROOM, '1')}, ${idSql(MESSAGE, 'n')}, ${idSql(PERSON, '1')}, n, n, n, 'Привет'
      from generate_series(50001, 60000) n
    `,
    sql`
      insert into cloud_nodes (id, owner_id, is_folder, name, type)
      values (${id(NODE, 1)}, ${me}, true, 'Большая', 'folder')
    `,
    sql`
      insert into cloud_nodes (id, owner_id, parent_id, is_folder, name, type, stored, bytes,
        client_key)
      select ${idSql(NODE, 'n')}, ${me}, ${id(NODE, 1)}, n % 100 = 0, 'Файл ' || n,
        case when n % 100 = 0 then 'folder' when n % 2 = 0 then 'txt' else 'png' end,
        case when n % 100 > 0 then n || '.txt' end, n % 7000, ${idSql(NODE, 'n')}
      from generate_series(2, 12000) n
    `,
    sql`
      insert into cloud_nodes (id, owner_id, is_folder, name, type, stored, bytes)
      select ${idSql(NODE, 'n')}, ${idSql(PERSON, '2 + n % 9000')}, false, 'Чужой ' || n, 'txt',
        n || '.txt', 5
      from generate_series(12001, 60000) n
    `,
    sql`
      update cloud_nodes
      set trash_id = id, trashed_at = now()
      where owner_id = ${me} and id > ${id(NODE, 11_000)} and not is_folder
    `,
    sql`
      insert into cloud_grants (node_id, user_id, id)
      select ${id(NODE, 3)}, ${idSql(PERSON, 'n')}, ${idSql(NODE, 'n')}
      from generate_series(2, 3000) n
    `,
    sql`
      insert into room_gaps (room_id, block, gone)
      select id, block, 1
      from rooms
      cross join generate_series(0, 4) block
    `,
    sql`analyze`,
  ];
  for (const statement of statements) {
    await on.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '60s'`.execute(tx);
      await statement.execute(tx);
    });
  }
}
