import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '../packages/server/src/app/demo-fill.ts';
import { newId } from '../packages/server/src/platform/ids.ts';
import { isBrowserHere, keepSession } from '../tests/e2e/world.ts';
import { signIn, type Signed } from './calls.ts';
import { watchScroll, type Seen } from './scroll-watch.ts';
import type { Program } from './programs.ts';
import type { DataSet } from './sets.ts';

const [TASK_MS, FRAMES, SHIFT_PX] = [50, 0.95, 1];
const MEMBERS = 6;
/** One flick of a wheel: a step each frame, swift at first. */
const FLICK = [120, 360, 480, 420, 340, 260, 180, 120, 80, 40];
const [STEP_MS, REST_MS] = [16, 160];
const PICTURES = 24;
const SAID = [
  'Да.', 'Иду.', 'Собираемся у перевала в восемь, не опаздывай!', 'Видела патч? Лучника порезали, зато мечник теперь живой.', 'Микрофон проверь, в прошлый раз шумел.', 'Ладно, мне пора. До вечера!',
  'Там надо сначала погасить факелы, а потом идти к мосту: если сделать наоборот, он обрушится, и придётся возвращаться к началу главы. Я так полчаса бился, пока не прочитал в подсказках.',
  'Держи сборку: https://example.com/builds/mechnik-na-skorost и вот ещё одна, подлиннее.\nПервая для рейда.\nВторая для арены.', 'Кто кого ждёт у портала?',
];

/** A member's page in a real browser without a cache for pictures. */
async function openPage(port: number, me: Signed): Promise<{ browser: Browser; page: Page; session: CDPSession }> {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH']!, args: ['--no-sandbox', '--disable-background-networking'] });
  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, locale: 'ru-RU', viewport: { width: 1280, height: 860 } });
  const [name, value] = me.cookie;
  await context.addCookies([{ name, value, domain: 'localhost', path: '/media' }]);
  await keepSession(context, me);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return { browser, page, session };
}

/** Real pictures of several shapes, sent as members send them; answers what the database keeps of each. */
async function sendPictures(set: DataSet, port: number, room: string, { token }: Signed): Promise<string[]> {
  for (let sent = 0; sent < PICTURES; sent += 6) {
    const form = new FormData();
    for (let place = sent; place < sent + 6; place += 1) {
      const [width, height] = [[1600, 1200], [900, 1600], [1280, 720], [1000, 1000]][place % 4] as [number, number];
      const noise = await sharp({ create: { width: Math.ceil(width / 8), height: Math.ceil(height / 8), channels: 3, background: '#406080', noise: { type: 'gaussian', mean: 110 + place * 4, sigma: 45 } } }).resize(width, height).jpeg().toBuffer();
      form.append(`image${place - sent}`, new Blob([Uint8Array.from(noise)]), `${place}.jpg`);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/api/group/new-messages/${room}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    if (!answer.ok) throw new Error(`pictures are answered with ${answer.status}: ${await answer.text()}`);
  }
  const rows = await set.query<{ media: unknown[] }>(`select media from messages where room_id = '${room}' and media <> '[]' order by position`);
  await set.query(`delete from messages where room_id = '${room}'`);
  return rows.flatMap(({ media }) => media.map((item) => JSON.stringify(item)));
}

/** A group in which there is everything: short and long texts, pictures alone and in albums, answers, reactions, and what the house tells. */
async function makeRoom(set: DataSet, port: number, me: Signed, messages: number): Promise<string> {
  const room = newId();
  const people = (await set.query<{ id: string }>(`select id from accounts where email like 'm%' order by (id = '${me.id}') desc, email limit ${MEMBERS}`)).map(({ id }) => id);
  await set.query(`insert into rooms (id, is_group, title, creator_id, touched) values ('${room}', true, 'Десять тысяч', '${me.id}', '${room}')`);
  await set.query(`insert into room_members (room_id, user_id, touched, is_group) select '${room}', u, uuidv7(), true from unnest('{${people.join(',')}}'::uuid[]) u`);
  const media = await sendPictures(set, port, room, me);
  const list = (items: string[]) => `array[${items.map((item) => `'${item.replaceAll("'", "''")}'`).join(',')}]`;
  const who = `(${list(people)}::uuid[])`;
  const idOf = (n: string) => `('01890000-' || lpad(to_hex(${n}), 4, '0') || '-7000-8000-' || right('${room}', 12))::uuid`;
  const pictures = `${list(media)}::jsonb[]`;
  // Each has a blurred likeness of its own, as pictures of a talk have.
  const pictured = (place: string) => `(select p || jsonb_build_object('thumbhash', overlay(p ->> 'thumbhash' placing substr(md5(n::text), 1, 6) from 14)) from (select (${pictures})[${place}] as p))`;
  const voice = `'[{"kind": "audio", "name": "00000000.mp3", "width": 0, "height": 0, "thumbhash": "", "duration": 12, "peaks": ${JSON.stringify(Array.from({ length: 60 }, (_, at) => (at * 37) % 90))}}]'::jsonb`;
  await set.query(`
    insert into messages (room_id, id, user_id, position, born, seq, text, media, reply_to, reactions, system, created_at)
    select '${room}', ${idOf('n')}, ${who}[1 + n / 3 * 7 % ${MEMBERS}], n, n, n, case when n % 25 = 0 or n % 60 = 1 then '' else (${list(SAID)})[1 + n * 5 % ${SAID.length}] end,
      case when n % 150 = 0 then '[]' when n % 75 = 0 then (select jsonb_agg(${pictured(`1 + (n / 75 + g * 5) % ${PICTURES}`)}) from generate_series(1, 5) g)
        when n % 25 = 0 or n % 40 = 0 then jsonb_build_array(${pictured(`1 + n / 5 % ${PICTURES}`)}) when n % 60 = 1 then ${voice} else '[]' end,
      case when n % 9 = 0 and n > 9 then ${idOf('n - 4')} end,
      case when n % 7 = 0 then jsonb_build_array(jsonb_build_object('user', ${who}[1], 'emoji', '👍'), jsonb_build_object('user', ${who}[3], 'emoji', '👍'), jsonb_build_object('user', ${who}[2], 'emoji', '🔥')) else '[]' end,
      case when n % 150 = 0 then '{"kind": "title", "title": "Рейд"}'::jsonb end, now() - interval '9 minutes' * (${messages} - n)
    from generate_series(1, ${messages}) as n`);
  await set.query(`update rooms set seq = ${messages}, position = ${messages} where id = '${room}'`);
  await set.query(`update room_members set read_position = ${messages} where room_id = '${room}'`);
  return room;
}

type Way = 'up' | 'down';
/** Flicks the wheel over a place until something is so. */
export async function flickUntil(page: Page, [x, y]: [number, number], way: Way, isThere: () => Promise<boolean>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  while (!(await isThere())) {
    for (const step of FLICK) {
      void session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: way === 'up' ? -step : step }).catch(() => {});
      await new Promise((resolve) => { setTimeout(resolve, STEP_MS); });
    }
    await new Promise((resolve) => { setTimeout(resolve, REST_MS); });
  }
  await session.detach();
}
/** Until the talk's beginning, or its end, is in sight. */
async function flick(page: Page, way: Way): Promise<void> {
  const box = await page.getByRole('log').boundingBox();
  await flickUntil(page, [box!.x + box!.width / 2, box!.y + box!.height / 2], way, () => page.getByRole('log').evaluate((log, side) =>
    (side === 'up' ? log.dataset['begins'] === 'true' && log.scrollTop <= 0 : log.dataset['ends'] === 'true' && log.scrollHeight - log.scrollTop - log.clientHeight <= 1), way));
}

type TraceEvent = { name: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number; args: { name?: string } };
/** Listens to the page's tasks; answers how to hear what the longest one between the two marks of the watch took of the processor, in ms. On a busy machine a task lasts longer than that. */
export async function traceTasks(session: CDPSession): Promise<() => Promise<number>> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: Record<string, string>[] }) => {
    for (const event of value as unknown as TraceEvent[]) if (event.name === 'thread_name' || event.name.startsWith('watch-') || (event.name.endsWith('RunTask') && (event.tdur ?? 0) > 5_000)) events.push(event);
  };
  session.on('Tracing.dataCollected', take);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] } });
  return async () => {
    const done = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve); });
    await session.send('Tracing.end');
    await done;
    session.off('Tracing.dataCollected', take);
    const [begins, ends] = ['watch-begins', 'watch-ends'].map((name) => events.find((event) => event.name === name)!) as [TraceEvent, TraceEvent];
    const own = events.filter(({ ts, tdur, pid, tid }) => tdur !== undefined && pid === begins.pid && tid === begins.tid && ts > begins.ts && ts < ends.ts);
    return Math.max(0, ...own.map(({ tdur }) => tdur! / 1000));
  };
}

type Sight = { page: Page; session: CDPSession; made: string; missed: string[] };
/** Makes a place for a demo member, measures there in a real browser and clears the place away; answers what `measure` called missed. */
export async function inBrowser(port: number, what: string, { make, measure, clear }: { make(me: Signed): Promise<string>; measure(sight: Sight): Promise<void>; clear(made: string): Promise<void> }): Promise<string[]> {
  if (!isBrowserHere) {
    console.log(`\n${what}: нет Chromium, замер пропущен`);
    return [];
  }
  const me = await signIn(port, 'm1@demo.respa', DEMO_PASSWORD);
  const made = await make(me);
  const { browser, page, session } = await openPage(port, me);
  const missed: string[] = [];
  try {
    await measure({ page, session, made, missed });
  } finally {
    await browser.close();
    await clear(made);
  }
  return missed;
}

const WAYS: Record<Way, string> = { up: 'вверх', down: 'вниз' };
/** A talk of ten thousand messages from its newest one up to the oldest and back, in a real browser without a cache for pictures. */
export const measureScroll = (ours: Program, set: DataSet, messages: number): Promise<string[]> => inBrowser(ours.port, 'Прокрутка', {
  make: (me) => makeRoom(set, ours.port, me, messages),
  async clear(room) {
    await set.query(`delete from messages where room_id = '${room}'`);
    await set.query(`delete from rooms where id = '${room}'`);
  },
  async measure({ page, session, made: room, missed }) {
    await page.goto(`/chat/${room}`);
    await page.locator('[data-message]').last().waitFor();
    console.log(`\nПрокрутка разговора на ${messages.toLocaleString('ru-RU')} сообщений, колесом`);
    for (const way of ['up', 'down'] as const) {
      const endTrace = await traceTasks(session);
      await page.evaluate(watchScroll, way);
      await flick(page, way);
      const seen = await page.evaluate(() => (globalThis as unknown as { endWatch: () => Seen }).endWatch());
      const processor = await endTrace();
      const share = seen.swift / seen.frames;
      const isReached = seen.longest < TASK_MS && share >= FRAMES && seen.shift <= SHIFT_PX;
      console.log(`  ${WAYS[way].padEnd(5)} самая долгая задача ${seen.longest === 0 ? `короче ${TASK_MS}` : seen.longest.toFixed(0)} мс, процессора ${processor.toFixed(0)} мс (дольше ${TASK_MS}: ${seen.tasks}), кадров за 33 мс ${(share * 100).toFixed(1)} % из ${seen.frames}, место сдвинулось на ${seen.shift.toFixed(2)} px, пустых кадров ${seen.blank} ${isReached ? '✓' : '✗'}`);
      if (seen.longest >= TASK_MS) missed.push(`Прокрутка ${WAYS[way]}: задача ${seen.longest.toFixed(0)} мс при цели ${TASK_MS}`);
      if (share < FRAMES) missed.push(`Прокрутка ${WAYS[way]}: ${(share * 100).toFixed(1)} % кадров за 33 мс при цели ${FRAMES * 100} %`);
      if (seen.shift > SHIFT_PX) missed.push(`Прокрутка ${WAYS[way]}: место сдвинулось на ${seen.shift.toFixed(2)} px при цели ${SHIFT_PX}`);
    }
  },
});
