import sharp from 'sharp';
import { newId } from '../packages/server/src/platform/runtime/ids.ts';
import type { Signed } from './calls.ts';
import { flickUntil, inBrowser, traceTasks, type Way } from './in-browser.ts';
import type { BarePage } from './bare-page.ts';
import type { Program } from './programs.ts';
import { watchScroll, type Seen } from './scroll-watch.ts';
import type { DataSet } from './sets.ts';

const [TASK_MS, FRAMES, SHIFT_PX] = [50, 0.95, 1];
const MEMBERS = 6;
const PICTURES = 24;
const SAID = [
  'Да.',
  'Иду.',
  'Собираемся у перевала в восемь, не опаздывай!',
  'Видела патч? Лучника порезали, зато мечник теперь живой.',
  'Микрофон проверь, в прошлый раз шумел.',
  'Ладно, мне пора. До вечера!',
  'Там надо сначала погасить факелы, а потом идти к мосту: если сделать наоборот, он обрушится, и придётся возвращаться к началу главы. Я так полчаса бился, пока не прочитал в подсказках.',
  'Держи сборку: https://example.com/builds/mechnik-na-skorost и вот ещё одна, подлиннее.\nПервая для рейда.\nВторая для арены.',
  'Кто кого ждёт у портала?',
];

/**
 * Sends real pictures of several shapes as members do; returns what the database stores of each.
 */
async function sendPictures(
  set: DataSet,
  port: number,
  room: string,
  { token }: Signed,
): Promise<string[]> {
  for (let sent = 0; sent < PICTURES; sent += 6) {
    const form = new FormData();
    for (let index = sent; index < sent + 6; index += 1) {
      const [width, height] = [
        [1600, 1200],
        [900, 1600],
        [1280, 720],
        [1000, 1000],
      ][index % 4] as [number, number];
      const noise = await sharp({
        create: {
          width: Math.ceil(width / 8),
          height: Math.ceil(height / 8),
          channels: 3,
          background: '#406080',
          noise: { type: 'gaussian', mean: 110 + index * 4, sigma: 45 },
        },
      })
        .resize(width, height)
        .jpeg()
        .toBuffer();
      form.append(`image${index - sent}`, new Blob([Uint8Array.from(noise)]), `${index}.jpg`);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/api/group/new-messages/${room}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!answer.ok)
      throw new Error(`pictures are answered with ${answer.status}: ${await answer.text()}`);
  }
  const rows = await set.query<{ media: unknown[] }>(
    `
      select media
      from messages
      where room_id = '${room}' and media <> '[]'
      order by position
    `,
  );
  await set.query(`delete from messages where room_id = '${room}'`);
  return rows.flatMap(({ media }) => media.map((item) => JSON.stringify(item)));
}

/**
 * Creates a group chat with everything: short and long texts, pictures alone and in albums,
 * replies, reactions and system messages.
 */
async function makeRoom(set: DataSet, port: number, me: Signed, messages: number): Promise<string> {
  const room = newId();
  const people = (
    await set.query<{ id: string }>(
      `
        select id
        from accounts
        where email like 'm%'
        order by (id = '${me.id}') desc, email
        limit ${MEMBERS}
      `,
    )
  ).map(({ id }) => id);
  await set.query(
    `
      insert into rooms (id, is_group, title, creator_id, touched)
      values ('${room}', true, 'Десять тысяч', '${me.id}', '${room}')
    `,
  );
  await set.query(
    `
      insert into room_members (room_id, user_id, touched, is_group)
      select '${room}', u, uuidv7(), true
      from unnest('{${people.join(',')}}'::uuid[]) u
    `,
  );
  const media = await sendPictures(set, port, room, me);
  const list = (items: string[]) =>
    `array[${items.map((item) => `'${item.replaceAll("'", "''")}'`).join(',')}]`;
  const who = `(${list(people)}::uuid[])`;
  const idOf = (n: string) =>
    `('01890000-' || lpad(to_hex(${n}), 4, '0') || '-7000-8000-' || right('${room}', 12))::uuid`;
  const pictures = `${list(media)}::jsonb[]`;
  // Each has its own blurred preview, as pictures in a conversation do.
  const pictured = (place: string) =>
    `
      (
        select p || jsonb_build_object('thumbhash',
          overlay(p ->> 'thumbhash' placing substr(md5(n::text), 1, 6) from 14))
        from (select (${pictures})[${place}] as p)
      )
    `;
  const voice = `'[{"kind": "audio", "name": "00000000.mp3", "width": 0, "height": 0, "thumbhash": "", "duration": 12, "peaks": ${JSON.stringify(Array.from({ length: 60 }, (_, at) => (at * 37) % 90))}}]'::jsonb`;
  await set.query(`
    insert into messages (
      room_id, id, user_id, position, born, seq, text, media, reply_to, reactions, system,
      created_at
    )
    select '${room}',
      ${idOf('n')},
      ${who}[1 + n / 3 * 7 % ${MEMBERS}],
      n,
      n,
      n,
      case when n % 25 = 0 or n % 60 = 1 then '' else (${list(SAID)})[1 + n * 5 % ${SAID.length}]
        end,
      case when n % 150 = 0 then '[]' when n % 75 = 0 then (
        select jsonb_agg(${pictured(`1 + (n / 75 + g * 5) % ${PICTURES}`)})
        from generate_series(1, 5) g
      ) when n % 25 = 0 or n % 40 = 0 then jsonb_build_array(${pictured(`1 + n / 5 % ${PICTURES}`)})
        when n % 60 = 1 then ${voice} else '[]' end,
      case when n % 9 = 0 and n > 9 then ${idOf('n - 4')} end,
      case when n % 7 = 0 then jsonb_build_array(
        jsonb_build_object('user', ${who}[1], 'emoji', '👍'),
        jsonb_build_object('user', ${who}[3], 'emoji', '👍'),
        jsonb_build_object('user', ${who}[2], 'emoji', '🔥')
      ) else '[]' end,
      case when n % 150 = 0 then '{"kind": "title", "title": "Рейд"}'::jsonb end,
      now() - interval '9 minutes' * (${messages} - n)
    from generate_series(1, ${messages}) as n
  `);
  await set.query(
    `
      update rooms
      set seq = ${messages}, position = ${messages}
      where id = '${room}'
    `,
  );
  await set.query(`
    update room_members
    set read_position = ${messages}
    where room_id = '${room}'
  `);
  // Otherwise autovacuum does it while the page is measured.
  await set.query('vacuum (analyze) messages');
  return room;
}

/** Flicks until the start or the end of the conversation is visible. */
async function flick(page: BarePage, way: Way): Promise<void> {
  const place = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('[role="log"]')!.getBoundingClientRect();
    return [x + width / 2, y + height / 2] as [number, number];
  });
  await flickUntil(page, place, way, () =>
    page.evaluate((side) => {
      const log = document.querySelector<HTMLElement>('[role="log"]')!;
      return side === 'up'
        ? log.dataset['begins'] === 'true' && log.scrollTop <= 0
        : log.dataset['ends'] === 'true' &&
            log.scrollHeight - log.scrollTop - log.clientHeight <= 1;
    }, way),
  );
}

const WAYS: Record<Way, string> = { up: 'вверх', down: 'вниз' };
/**
 * Scrolls a conversation of ten thousand messages from the newest up to the oldest and back, in a
 * real browser without a picture cache.
 */
export const measureScroll = (ours: Program, set: DataSet, messages: number): Promise<string[]> =>
  inBrowser(ours.port, 'Прокрутка', {
    make: (me) => makeRoom(set, ours.port, me, messages),
    async clear(room) {
      await set.query(`delete from messages where room_id = '${room}'`);
      await set.query(`delete from rooms where id = '${room}'`);
    },
    async measure({ page, url, made: room, missed }) {
      // There are two dozen pictures: each is loaded every time, as if they were all different.
      await page.send('Network.enable');
      await page.send('Network.setCacheDisabled', { cacheDisabled: true });
      await page.open(
        `${url}/chat/${room}`,
        () => document.querySelector('[data-message]') !== null,
      );
      console.log(
        `\nПрокрутка разговора на ${messages.toLocaleString('ru-RU')} сообщений, колесом`,
      );
      for (const way of ['up', 'down'] as const) {
        const endTrace = await traceTasks(page);
        await page.evaluate(watchScroll, way);
        await flick(page, way);
        const seen = await page.evaluate(() =>
          (globalThis as unknown as { endWatch: () => Seen }).endWatch(),
        );
        const processor = await endTrace();
        const share = seen.fastFrames / seen.frames;
        const isReached = seen.longest < TASK_MS && share >= FRAMES && seen.shift <= SHIFT_PX;
        console.log(
          `  ${WAYS[way].padEnd(5)} самая долгая задача ${seen.longest === 0 ? `короче ${TASK_MS}` : seen.longest.toFixed(0)} мс, процессора ${processor.toFixed(0)} мс (дольше ${TASK_MS}: ${seen.tasks}), кадров за 33 мс ${(share * 100).toFixed(1)} % из ${seen.frames}, место сдвинулось на ${seen.shift.toFixed(2)} px, пустых кадров ${seen.blank} ${isReached ? '✓' : '✗'}`,
        );
        if (seen.longest >= TASK_MS)
          missed.push(
            `Прокрутка ${WAYS[way]}: задача ${seen.longest.toFixed(0)} мс при цели ${TASK_MS}`,
          );
        if (share < FRAMES)
          missed.push(
            `Прокрутка ${WAYS[way]}: ${(share * 100).toFixed(1)} % кадров за 33 мс при цели ${FRAMES * 100} %`,
          );
        if (seen.shift > SHIFT_PX)
          missed.push(
            `Прокрутка ${WAYS[way]}: место сдвинулось на ${seen.shift.toFixed(2)} px при цели ${SHIFT_PX}`,
          );
      }
    },
  });
