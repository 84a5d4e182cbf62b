import type { Scene } from './demo-scenes.ts';

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = ['kornilov', 'sol', 'akhmetov', 'vetrova', 'lunyov', 'guy'] as const;
const says = (ago: number, who: string, text: string): Scene => ({ ago, who, does: 'says', text });

/** The group of the six: how they gather, go for the dragon, and remember it. */
export const GROUP_STORY: readonly Scene[] = [
  { ago: 1735, who: kornilov, does: 'gathers', title: 'Рейд в субботу', description: 'Собираемся по субботам в восемь по Москве. Опоздавший несёт факелы.', whom: [guy, sol, akhmetov], avatar: 16 },
  says(1733, kornilov, 'Всем привет! Здесь решаем, кто идёт на дракона.'),
  says(1731, guy, 'Я лечу. Правило прежнее: танк впереди лечения не бегает.'),
  says(1730, kornilov, 'Танк всё понял и записал на руке.'),
  says(1722, akhmetov, 'Я бы с радостью, но в пятницу у меня осада. Если возьму город до утра — приду.'),
  says(1721, guy, 'Тимур, ты говорил так про прошлую осаду. И про позапрошлую.'),
  says(1719, akhmetov, 'Тогда были другие города.'),
  says(1710, sol, 'А можно мне просто стоять и рисовать закат у перевала?'),
  says(1708, kornilov, 'Можно, если будешь кричать, когда прилетит дракон.'),
  says(1707, sol, 'Договорились. Кричу я красиво.'),
  { ago: 1690, who: sol, does: 'brings', whom: lunyov },
  { ago: 1688, who: guy, does: 'brings', whom: vetrova },
  says(1684, lunyov, 'Здравствуйте! Я в рейдах не был лет восемь. Что сейчас берут с собой?'),
  says(1682, vetrova, 'Терпение и бутерброд.'),
  says(1680, guy, 'И зелья от огня, по десять на каждого. Даша, ты нашлась!'),
  says(1676, vetrova, 'Я на минутку, у меня рекорд не бит. Но в субботу буду.'),
  { ago: 1600, who: akhmetov, does: 'names', title: 'Дракон, берегись' },
  says(1598, akhmetov, 'Город взят. Я в деле!'),
  says(1595, kornilov, 'Шестеро! Полный отряд, такого не было с весны.'),
  says(1560, lunyov, 'Проверил: мой лук старше Даши.'),
  says(1558, vetrova, 'Зато я бегаю быстрее вашего лука.'),
  { ago: 840, who: sol, does: 'says', text: 'Пока вы погибали второй раз, я дорисовала. Вот наш перевал.', pictures: [10] },
  says(838, guy, 'Марина, это лучше, чем было на самом деле!'),
  says(836, lunyov, 'Там, где мы горим, получилось особенно тепло.'),
  says(820, kornilov, 'Дракон повержен! Спасибо всем. Соне — отдельно, за четвёртое воскрешение.'),
  says(818, guy, 'Пятое. Я веду записи.'),
  says(815, akhmetov, 'Предлагаю в следующую субботу то же самое, но без погибаний.'),
  says(812, vetrova, 'И на время! Одиннадцать минут сорок две секунды, кто быстрее?'),
  says(810, kornilov, 'Даша, нет.'),
  says(809, vetrova, 'Даша, да!'),
  says(640, sol, 'Рисунок перевала повесила себе на стену. Кому прислать в большом размере?'),
  says(632, lunyov, 'Мне, пожалуйста. Повешу рядом с маяком.'),
  says(140, kornilov, 'Сбор в субботу в восемь, место прежнее. Факелы несёт тот, кто опоздает.'),
  says(134, akhmetov, 'Ставлю будильник. Три будильника.'),
  ...[kornilov, guy, sol, akhmetov, lunyov, vetrova].map((who, turn): Scene => ({ ago: 133 - turn, who, does: 'looks in' })),
];
