import type { Scene } from './scenes.ts';

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = [
  'kornilov',
  'sol',
  'akhmetov',
  'vetrova',
  'lunyov',
  'guy',
] as const;
const follow = (ago: number, group: string, ...who: string[]): Scene[] =>
  who.map((one, turn) => ({ ago: ago - turn * 4, who: one, does: 'follows', group }));

/**
 * The communities of the six: a lighthouse under construction, screenshots at dusk, and a guild of
 * runners.
 */
export const COMMUNITY_STORY: readonly Scene[] = [
  {
    ago: 2600,
    who: lunyov,
    does: 'founds',
    group: 'lighthouse',
    name: 'Маяк: дневник разработки',
    description:
      'Маленькая игра про смотрителя маяка. Пишу код по выходным, рисую по ночам, показываю всё как есть.\nНовости раз в неделю, честные ошибки чаще.',
    avatar: 21,
    cover: 22,
  },
  ...follow(2590, 'lighthouse', sol, kornilov, guy, akhmetov, vetrova),
  { ago: 2560, who: lunyov, does: 'trusts', group: 'lighthouse', whom: sol },
  { ago: 2558, who: lunyov, does: 'trusts', group: 'lighthouse', whom: kornilov },
  {
    ago: 2540,
    who: lunyov,
    does: 'publishes',
    group: 'lighthouse',
    key: 'lamp',
    title: 'Лампа зажглась',
    text: 'Три недели свет проходил сквозь стены. Сегодня он впервые упёрся в скалу и отбросил тень. Марина нарисовала туман, и стало страшно красиво.',
    pictures: [22, 23],
  },
  {
    ago: 2520,
    who: guy,
    does: 'comments',
    post: 'lamp',
    text: 'Я бы пошла смотрителем. Кот входит в набор?',
  },
  {
    ago: 2515,
    who: lunyov,
    does: 'comments',
    post: 'lamp',
    text: 'Кот уже ходит по лестнице. Пока задом.',
  },
  ...[sol, guy, kornilov, vetrova].map((who, turn): Scene => ({
    ago: 2510 - turn * 3,
    who,
    does: 'likes',
    post: 'lamp',
  })),
  {
    ago: 2300,
    who: sol,
    does: 'founds',
    group: 'dusk',
    name: 'Закаты чужих миров',
    description:
      'Снимки из игр, на которых садится солнце. Присылайте свои: лучшие выходят по пятницам.',
    avatar: 24,
    cover: 25,
  },
  ...follow(2290, 'dusk', lunyov, guy, kornilov),
  {
    ago: 2280,
    who: sol,
    does: 'publishes',
    group: 'dusk',
    key: 'pass',
    title: 'Перевал в семь вечера',
    text: 'Стояла десять минут и ждала, пока дракон улетит из кадра. Не улетел. Пусть будет.',
    pictures: [26],
  },
  ...[guy, lunyov].map((who, turn): Scene => ({
    ago: 2270 - turn * 3,
    who,
    does: 'likes',
    post: 'pass',
  })),
  {
    ago: 900,
    who: guy,
    does: 'proposes',
    group: 'dusk',
    title: 'Болото, но красивое',
    text: 'Обещали закат даже на болоте. Вот он.',
    pictures: [27],
  },
  {
    ago: 700,
    who: vetrova,
    does: 'founds',
    group: 'runners',
    name: 'Бегуны',
    description: 'Спидраны, маршруты и секунды. Здесь радуются каждой.',
    avatar: 28,
    cover: 29,
  },
  ...follow(690, 'runners', kornilov, akhmetov),
  {
    ago: 680,
    who: vetrova,
    does: 'publishes',
    group: 'runners',
    key: 'split',
    title: 'Минус четыре секунды',
    text: 'Прыжок через вторую платформу экономит четыре секунды, если не дышать. Запись маршрута в комментариях.',
    pictures: [30],
  },
  {
    ago: 660,
    who: akhmetov,
    does: 'comments',
    post: 'split',
    text: 'Я за эти четыре секунды один ход думаю.',
  },
  {
    ago: 300,
    who: lunyov,
    does: 'publishes',
    group: 'lighthouse',
    key: 'cat',
    title: 'Кот ходит передом',
    text: 'И даже останавливается у миски. Следующая цель: лодка.',
    pictures: [31],
  },
  { ago: 280, who: sol, does: 'likes', post: 'cat' },
  {
    ago: 200,
    who: vetrova,
    does: 'proposes',
    group: 'lighthouse',
    title: 'Маяк за шесть минут',
    text: 'Прошла демо на скорость. Лестницу можно сделать короче, или я стану ещё быстрее.',
    pictures: [32],
  },
];
