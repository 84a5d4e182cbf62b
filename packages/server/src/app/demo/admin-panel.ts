import { DAY_MS, MINUTE_MS } from '@respa/contract/durations';
import { seedVisits } from '#features/account/seed.ts';
import { createEvent } from '#features/events/service.ts';
import { makeReactions } from '#features/reactions/service.ts';
import { makeReports, report } from '#features/reports/service.ts';
import { dateAppeal } from '#features/support/seed.ts';
import { keepAppeal } from '#features/support/service.ts';
import { datePost } from '#features/wall/seed.ts';
import { createPost } from '#features/wall/writing.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import type { Member } from './members.ts';
import { registerReportable } from '../reportable.ts';

const EVENTS = [
  {
    after: 4,
    text: 'Метеорный поток: до сорока звёзд в час',
    time: '01:30',
    information:
      'Радиант поднимается к полуночи. Телескоп не нужен: хватит тёмного двора, пледа и товарищей по рейду.',
    visibility: 'Вся страна, лучше за городом',
    seed: 7,
  },
  {
    after: 11,
    text: 'Луна пройдёт рядом с Юпитером',
    time: '21:10',
    information: '',
    visibility: 'На юго-востоке, после заката',
  },
  {
    after: 26,
    text: 'Частное лунное затмение',
    time: '03:45',
    information:
      'Тень закроет треть диска. Начало в 03:45, середина в 04:52, конец в 05:58 по Москве.',
    visibility: 'Европейская часть и Урал',
  },
  {
    after: -9,
    text: 'Солнце вошло в зимнюю спячку',
    time: '',
    information: 'Самая длинная ночь года позади.',
    visibility: '',
  },
] as const;
const SUPPORT_MESSAGES: readonly {
  from: string | null;
  email?: string;
  ago: number;
  text: string;
}[] = [
  {
    from: 'guy',
    ago: 2,
    text: 'Здравствуйте! Аватар загружается, но в переписке ещё целый день виден старый. Это у меня одной?',
  },
  {
    from: null,
    email: 'gost@primer.ru',
    ago: 1,
    text: 'Не приходит письмо с активацией. Регистрировался утром, во «Входящих» и в спаме пусто.',
  },
  {
    from: 'akhmetov',
    ago: 0.4,
    text: 'Было бы здорово закреплять в беседе несколько сообщений сразу.\nСейчас приходится выбирать между расписанием и правилами.',
  },
];

/** Fills the admin panel: events, messages, reports and two months of visits. */
export async function fillAdminPanel(
  context: AppContext,
  members: Member[],
  as: (login: string) => Viewer,
  day: Date,
  drawPicture: (slot: string, seed: number) => Promise<StagedFile[]>,
): Promise<void> {
  for (const { after, text, time, information, visibility, ...rest } of EVENTS) {
    const date = new Date(day.getTime() + after * DAY_MS);
    await createEvent(context, as('kornilov'), {
      text,
      time,
      information,
      visibility,
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      interesting: after === 4,
      files: { file: 'seed' in rest ? await drawPicture('file', rest.seed) : [], file2: [] },
    });
  }
  for (const { from, email, ago, text } of SUPPORT_MESSAGES) {
    await keepAppeal(context, from === null ? null : as(from), 'demo', {
      message: text,
      ...(email === undefined ? {} : { email }),
    });
    await dateAppeal(context.db, text, new Date(day.getTime() - ago * DAY_MS));
  }
  await seedVisits(context.db, 60, day);

  const spammer = members.findLast((member) => member.gamer === undefined);
  if (spammer === undefined) return;
  const reports = makeReports();
  registerReportable(context, reports, makeReactions());
  const { _id: id } = await createPost(
    context,
    { id: spammer.id, sessionId: '', isActivated: true, isAdmin: false },
    {
      title:
        'Продам аккаунт с драконом, 80 уровень!!! Предоплата на карту, пишите в личку, всем ответ за минуту',
      files: [],
    },
  );
  await datePost(context.db, id, new Date(day.getTime() - 30 * MINUTE_MS));
  await report(context, reports, as('vetrova'), { kind: 'userpost', id, reason: 'spam' });
  await report(context, reports, as('sol'), {
    kind: 'userpost',
    id,
    reason: 'fraud',
    text: 'Перевела предоплату, больше он не отвечает.',
  });
  await report(context, reports, as('guy'), {
    kind: 'userpost',
    id,
    reason: 'spam',
    text: 'То же самое мне прислали в личные сообщения.',
  });
  await report(context, reports, as('sol'), {
    kind: 'person',
    id: spammer.id,
    reason: 'fraud',
    text: 'Просит предоплату за аккаунты и пропадает.',
  });
}
