import pg from 'pg';
import { openSet, PARTED } from './sets.ts';
import { median } from './volley.ts';

const [MESSAGES, QUICK_MESSAGES, ROOMS, HASHES, MONTHS, PORTION] = [
  10_000_000, 1_000_000, 100_000, 8, 12, 250_000,
];
const [READS, WRITES, LATE, PAGE, NEAR_MONTHS] = [2_000, 1_000, 1_000_000, 20, 3];
/** A page may cost a few more lookups, one for each month, and no more than that. */
const TARGET = 2;
const SIDES = ['whole', 'parted'] as const;
type Side = (typeof SIDES)[number];
const TITLES: Record<Side, string> = {
  whole: 'одна таблица',
  parted: `разделы (${HASHES} по комнатам × ${MONTHS} по месяцам)`,
};

/** Returns the first UUIDv7 of a month of the last year. */
const edge = (month: number): string => {
  const time = Date.UTC(2026, month).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};
const roomOf = (n: string) => `lpad(to_hex((${n} * 2654435761::bigint) % 4294967296), 8, '0')`;
const room = (n: string) =>
  `(${roomOf(n)} || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Both tables have the product's own columns, keys and indexes, and the same messages of a year, in
 * the order in which they were written.
 */
async function fill(client: pg.Client, messages: number): Promise<void> {
  const { rows } = await client
    .query<{ count: number | null }>(`select (select messages from filled) as count`)
    .catch(() => ({ rows: [{ count: null }] }));
  if (rows[0]!.count === messages) return;
  console.log(
    `Заполняю: ${messages.toLocaleString('ru-RU')} сообщений в ${ROOMS.toLocaleString('ru-RU')} комнатах, дважды`,
  );
  await client.query(
    'drop schema if exists whole cascade; drop schema if exists parted cascade; drop table if exists filled; create schema whole; create schema parted',
  );
  await client.query('create table whole.messages (like public.messages including all)');
  await client.query(
    'create table parted.messages (like public.messages including all) partition by hash (room_id)',
  );
  for (let hash = 0; hash < HASHES; hash += 1) {
    await client.query(
      `
        create table parted.m${hash} partition of parted.messages for
        values with (modulus ${HASHES}, remainder ${hash}) partition by range (id)
      `,
    );
    for (let month = 0; month < MONTHS; month += 1) {
      await client.query(
        `
          create table parted.m${hash}_${month} partition of parted.m${hash} for
          values
          from (${month === 0 ? 'minvalue' : `'${edge(month)}'`}) to (${month === MONTHS - 1 ? 'maxvalue' : `'${edge(month + 1)}'`})
        `,
      );
    }
  }
  const [since, until] = [Date.UTC(2026, 0), Date.UTC(2026, MONTHS)];
  for (let from = 0; from < messages; from += PORTION) {
    for (const side of SIDES) {
      await client.query(`
        insert into ${side}.messages (room_id, id, user_id, position, born, seq, text, created_at)
        select ${room(`(n * 7919 % ${ROOMS})`)},
          (substr(time, 1, 8) || '-' || substr(time, 9) || '-7000-8000-' || lpad(to_hex(n), 12,
            '0'))::uuid,
          ${room('(n % 5000)')},
          1 + n / ${ROOMS},
          1 + n / ${ROOMS},
          1 + n / ${ROOMS},
          'Сообщение номер ' || n || ', обычной для переписки длины',
          to_timestamp(ms / 1000.0)
        from (
          select n, ms, lpad(to_hex(ms), 12, '0') as time
          from (
            select n, (${since} + n::numeric * ${until - since} / ${messages})::bigint as ms
            from generate_series(${from}::bigint, ${from + PORTION - 1}) n
          ) placed
        ) made
      `);
    }
  }
  await client.query('vacuum (analyze) whole.messages');
  await client.query('vacuum (analyze) parted.messages');
  await client.query(`create table filled as select ${messages} as messages`);
}

const passed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};
const ms = (value: number, digits = 2) => value.toFixed(digits).replace('.', ',');
const random = (limit: number) => Math.floor(Math.random() * limit);

/**
 * Compares a year of messages in one table and in partitions by room and month: the cost of a page,
 * a message, maintenance and dropping a month.
 */
export async function measurePartitions(isQuick: boolean): Promise<string[]> {
  const messages = isQuick ? QUICK_MESSAGES : MESSAGES;
  const set = await openSet(PARTED);
  const client = new pg.Client({ connectionString: set.url });
  await client.connect();
  try {
    await fill(client, messages);
    const pages = Object.fromEntries(SIDES.map((side) => [side, [] as number[]])) as Record<
      Side,
      number[]
    >;
    const nearPages = Object.fromEntries(SIDES.map((side) => [side, [] as number[]])) as Record<
      Side,
      number[]
    >;
    const writes = Object.fromEntries(SIDES.map((side) => [side, [] as number[]])) as Record<
      Side,
      number[]
    >;
    for (let turn = 0; turn < READS; turn += 1) {
      for (const side of SIDES) {
        const of = room(`(${random(ROOMS)}::bigint)`);
        const read = (since = '') =>
          client.query(
            `
              select id, text
              from ${side}.messages
              where room_id = ${of} ${since} and deleted_at is null
              order by position desc
              limit ${PAGE}
            `,
          );
        pages[side].push(await passed(() => read()));
        // Months that are not requested are not even planned; if the newest ones hold less than a
        // page, all are.
        nearPages[side].push(
          await passed(
            async () =>
              (await read(`and id >= '${edge(MONTHS - NEAR_MONTHS)}'`)).rows.length === PAGE ||
              read(),
          ),
        );
      }
    }
    for (let turn = 0; turn < WRITES; turn += 1) {
      for (const side of SIDES) {
        const n = random(ROOMS);
        const text = `
          insert into ${side}.messages (room_id, id, user_id, position, born, seq, text)
          values (
            ${room(`(${n}::bigint)`)},
            '${edge(MONTHS - 1).slice(0, 24)}${(messages + turn).toString(16).padStart(12, '0')}',
            ${room('1::bigint')}, ${LATE + turn}, ${LATE + turn}, ${LATE + turn}, 'Новое'
          )
        `;
        writes[side].push(await passed(() => client.query(text)));
      }
    }
    const hot = async (side: Side): Promise<number> => {
      const names =
        side === 'whole'
          ? [`whole.messages`]
          : Array.from({ length: HASHES }, (_, hash) => `parted.m${hash}_${MONTHS - 1}`);
      return (
        await client.query<{ bytes: string }>(
          `select sum(pg_indexes_size(name::regclass)) as bytes from unnest($1::text[]) name`,
          [names],
        )
      ).rows.map(({ bytes }) => Number(bytes))[0]!;
    };
    console.log(`\nРазделы: ${messages.toLocaleString('ru-RU')} сообщений за год`);
    console.log(
      '                                       страница p50    p99, мс   из новых месяцев p50    p99, мс   запись p50    p99, мс   индексы, куда пишут   уборка   забыть месяц',
    );
    const p = (values: number[], part: number) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!;
    for (const side of SIDES) {
      const bytes = await hot(side);
      const keeping = await passed(() =>
        client.query(
          `
            vacuum ${side === 'whole' ? 'whole.messages' : Array.from({ length: HASHES }, (_, hash) => `parted.m${hash}_${MONTHS - 1}`).join(', ')}
          `,
        ),
      );
      const forgetting = await passed(async () => {
        await client.query('begin');
        if (side === 'whole')
          await client.query(`delete from whole.messages where id < $1`, [edge(1)]);
        else
          for (let hash = 0; hash < HASHES; hash += 1)
            await client.query(`alter table parted.m${hash} detach partition parted.m${hash}_0`);
        await client.query('rollback');
      });
      console.log(
        `${TITLES[side].padEnd(40)} ${ms(median(pages[side])).padStart(8)} ${ms(p(pages[side], 0.99)).padStart(10)} ${ms(median(nearPages[side])).padStart(22)} ${ms(p(nearPages[side], 0.99)).padStart(10)} ${ms(median(writes[side])).padStart(11)} ${ms(p(writes[side], 0.99)).padStart(10)} ${`${Math.round(bytes / 2 ** 20)} МБ`.padStart(17)} ${`${ms(keeping, 0)} мс`.padStart(12)} ${`${ms(forgetting, 0)} мс`.padStart(12)}`,
      );
    }
    return (
      [
        ['страница', pages],
        ['страница из новых месяцев', nearPages],
      ] as const
    ).flatMap(([what, times]) => {
      const share = median(times.parted) / median(times.whole);
      console.log(`  ${what}: в разделах дольше в ${ms(share)} раза`);
      return share <= TARGET
        ? []
        : [`Разделы: ${what} в ${ms(share)} раза дольше при цели ${TARGET}`];
    });
  } finally {
    await client.end();
    await set.stop();
  }
}
