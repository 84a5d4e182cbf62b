import type { Scene } from './scenes.ts';

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = [
  'kornilov',
  'sol',
  'akhmetov',
  'vetrova',
  'lunyov',
  'guy',
] as const;
const description = (ago: number, who: string, text: string): Scene => ({
  ago,
  who,
  does: 'says',
  text,
});

/** The group chat of the six: they gather, fight the dragon and recall it. */
export const GROUP_STORY: readonly Scene[] = [
  {
    ago: 1735,
    who: kornilov,
    does: 'gathers',
    title: 'Рейд в субботу',
    description: 'Собираемся по субботам в восемь по Москве. Опоздавший несёт факелы.',
    whom: [guy, sol, akhmetov],
    avatar: 16,
  },
  description(1733, kornilov, 'Всем привет! Здесь решаем, кто идёт на дракона.'),
  description(1731, guy, 'Я лечу. Правило прежнее: танк впереди лечения не бегает.'),
  description(1730, kornilov, 'Танк всё понял и записал на руке.'),
  description(
    1722,
    akhmetov,
    'Я бы с радостью, но в пятницу у меня осада. Если возьму город до утра — приду.',
  ),
  description(1721, guy, 'Тимур, ты говорил так про прошлую осаду. И про позапрошлую.'),
  description(1719, akhmetov, 'Тогда были другие города.'),
  description(1710, sol, 'А можно мне просто стоять и рисовать закат у перевала?'),
  description(1708, kornilov, 'Можно, если будешь кричать, когда прилетит дракон.'),
  description(1707, sol, 'Договорились. Кричу я красиво.'),
  { ago: 1690, who: sol, does: 'brings', whom: lunyov },
  { ago: 1688, who: guy, does: 'brings', whom: vetrova },
  description(
    1684,
    lunyov,
    'Здравствуйте! Я в рейдах не был лет восемь. Что сейчас берут с собой?',
  ),
  description(1682, vetrova, 'Терпение и бутерброд.'),
  description(1680, guy, 'И зелья от огня, по десять на каждого. Даша, ты нашлась!'),
  description(1676, vetrova, 'Я на минутку, у меня рекорд не бит. Но в субботу буду.'),
  { ago: 1600, who: akhmetov, does: 'names', title: 'Дракон, берегись' },
  description(1598, akhmetov, 'Город взят. Я в деле!'),
  description(1595, kornilov, 'Шестеро! Полный отряд, такого не было с весны.'),
  description(1560, lunyov, 'Проверил: мой лук старше Даши.'),
  description(1558, vetrova, 'Зато я бегаю быстрее вашего лука.'),
  {
    ago: 840,
    who: sol,
    does: 'says',
    text: 'Пока вы погибали второй раз, я дорисовала. Вот наш перевал.',
    pictures: [10],
  },
  description(838, guy, 'Марина, это лучше, чем было на самом деле!'),
  description(836, lunyov, 'Там, где мы горим, получилось особенно тепло.'),
  description(
    820,
    kornilov,
    'Дракон повержен! Спасибо всем. Соне — отдельно, за четвёртое воскрешение.',
  ),
  description(818, guy, 'Пятое. Я веду записи.'),
  description(815, akhmetov, 'Предлагаю в следующую субботу то же самое, но без погибаний.'),
  description(812, vetrova, 'И на время! Одиннадцать минут сорок две секунды, кто быстрее?'),
  description(810, kornilov, 'Даша, нет.'),
  description(809, vetrova, 'Даша, да!'),
  description(
    640,
    sol,
    'Рисунок перевала повесила себе на стену. Кому прислать в большом размере?',
  ),
  description(632, lunyov, 'Мне, пожалуйста. Повешу рядом с маяком.'),
  description(
    140,
    kornilov,
    'Сбор в субботу в восемь, место прежнее. Факелы несёт тот, кто опоздает.',
  ),
  description(134, akhmetov, 'Ставлю будильник. Три будильника.'),
  ...[kornilov, guy, sol, akhmetov, lunyov, vetrova].map((who, turn): Scene => ({
    ago: 133 - turn,
    who,
    does: 'looks in',
  })),
];
