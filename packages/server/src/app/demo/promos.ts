import { DAY_MS } from '@respa/contract/durations';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateNotices } from '#features/notifications/seed.ts';
import { approvePromo, refusePromo } from '#features/promos/moderation.ts';
import { datePromo, seedSeen, type SeededSeen } from '#features/promos/seed.ts';
import { createPromo } from '#features/promos/writing.ts';
import { now } from '#platform/runtime/clock.ts';
import { createRandom } from '#platform/runtime/seeded-random.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { drawLandscape } from './landscape.ts';
import type { Member } from './members.ts';

const SEED = 2026;
type PromoSeed = {
  who: string;
  title: string;
  text: string;
  link?: string;
  picture: number;
  days: number;
  /** Days ago. */ since: number;
  end: 'shown' | 'waiting' | { refused: string };
};
const PROMOS: readonly PromoSeed[] = [
  {
    who: 'lunyov',
    title: 'Смотритель: маяк ждёт на борт',
    text: 'Уютная игра на пять вечеров: чините лестницу, ведите корабли сквозь туман и гладьте кота. Бесплатно, без регистрации.',
    picture: 22,
    days: 60,
    since: 12,
    end: 'shown',
  },
  {
    who: 'sol',
    title: 'Пиксельные портреты на заказ',
    text: 'Нарисую вас, вашего персонажа или весь рейд. Портрет за три дня, две правки в подарок.',
    link: 'https://pixel.example/zakaz',
    picture: 17,
    days: 60,
    since: 6,
    end: 'shown',
  },
  {
    who: 'kornilov',
    title: 'Рейд по четвергам: нужен лекарь',
    text: 'Шестеро взрослых людей, один дракон и ни одного крика в микрофон. Собираемся в 20:00 по Москве.',
    picture: 16,
    days: 30,
    since: 14,
    end: 'shown',
  },
  {
    who: 'kornilov',
    title: 'Турнир на старых приставках',
    text: 'Два вечера, восемь игр, один кубок. Картриджи приносите свои.',
    picture: 12,
    days: 3,
    since: 20,
    end: 'shown',
  },
  {
    who: 'kornilov',
    title: 'Заработок в интернете',
    text: 'Проверял, пропустит ли администратор.',
    picture: 4,
    days: 7,
    since: 3,
    end: { refused: 'Обещания заработка не размещаем.' },
  },
  {
    who: 'kornilov',
    title: 'Куплю картриджи',
    text: 'Любые, даже без коробки.',
    picture: 31,
    days: 7,
    since: 0,
    end: 'waiting',
  },
  {
    who: 'vetrova',
    title: 'Забег по «Часовой башне»',
    text: 'Кто быстрее меня, тому торт. Трансляция в субботу.',
    picture: 14,
    days: 2,
    since: 0,
    end: 'waiting',
  },
];

const MOST_READERS = 1_000;
/**
 * Creates the promos of the six: submitted and reviewed through the functions that the calls use,
 * with their statistics since.
 */
export async function createDemoPromos(
  context: AppContext,
  members: readonly Member[],
  day: Date,
): Promise<void> {
  const random = createRandom(SEED + 110);
  const as = (login: string): Viewer => ({
    id: members.find((member) => member.gamer?.login === login)!.id,
    sessionId: '',
    isActivated: true,
    isAdmin: login === 'kornilov',
  });
  for (const { who, title, text, link = '', picture, days, since, end } of PROMOS) {
    const bytes = await drawLandscape(picture, 960, 640);
    const path = join(context.stagingDir, `${randomUUID()}.jpg`);
    await writeFile(path, bytes);
    const viewer = as(who);
    const { _id: id } = await createPromo(context, viewer, viewer.id, {
      title,
      text,
      link,
      dieDate: days,
      files: [
        {
          slot: 'file',
          part: 'file',
          path,
          bytes: bytes.length,
          filename: 'picture.jpg',
          declaredType: 'image/jpeg',
        },
      ],
    });
    const at = new Date(day.getTime() - since * DAY_MS);
    const began = now();
    if (end === 'waiting') continue;
    if (end !== 'shown') {
      await refusePromo(context, as('kornilov'), id, end.refused);
      await datePromo(context.db, id, at);
      await dateNotices(context.db, began, at);
      continue;
    }
    await approvePromo(context, as('kornilov'), id);
    await datePromo(context.db, id, at, new Date(at.getTime() + days * DAY_MS));
    await dateNotices(context.db, began, at);
    // Excludes the six, who are to see the promo today, and does not use all members: a million
    // rows are no better a demonstration.
    const readers = members
      .filter(({ id: one, gamer }) => gamer === undefined && one !== viewer.id)
      .slice(0, MOST_READERS);
    await seedSeen(
      context.db,
      id,
      Array.from({ length: Math.min(since, days) }, (_, turn): SeededSeen[] => {
        const date = new Date(at.getTime() + turn * DAY_MS).toISOString().slice(0, 10);
        // Weekends are busier.
        return readers
          .filter(() => random.next() < (turn % 7 > 4 ? 0.7 : 0.35))
          .map(({ id: userId }) => ({ userId, day: date, clicked: random.next() < 0.15 }));
      }).flat(),
    );
  }
}
