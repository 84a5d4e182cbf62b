import type { GameStatus } from '@respa/contract/catalogue';
import type { Glyph } from './covers.ts';

type Act =
  | { does: 'looks'; avatar: number; cover: number }
  | { does: 'asks' | 'accepts' | 'visits' | 'reads'; whom: string }
  | { does: 'posts'; key: string; text: string; pictures?: readonly number[] }
  | { does: 'likes'; post: string }
  | { does: 'comments'; post: string; text: string }
  | { does: 'writes'; whom: string; text: string; key?: string; pictures?: readonly number[] }
  | { does: 'gathers'; title: string; description: string; whom: readonly string[]; avatar: number }
  | { does: 'brings'; whom: string }
  | { does: 'names'; title: string }
  | { does: 'says'; text: string; pictures?: readonly number[] }
  | {
      does: 'founds';
      group: string;
      name: string;
      description: string;
      avatar: number;
      cover: number;
    }
  | { does: 'follows'; group: string }
  | { does: 'trusts'; group: string; whom: string }
  | {
      does: 'publishes';
      group: string;
      key: string;
      title: string;
      text: string;
      pictures: readonly number[];
    }
  | { does: 'proposes'; group: string; title: string; text: string; pictures: readonly number[] }
  | {
      does: 'adds';
      game: string;
      name: string;
      description: string;
      genres: readonly string[];
      tags: readonly string[];
      seed: number;
      sign: Glyph;
      shots: readonly number[];
      /** The app's file in `apks`. */
      apk?: string;
      /** The platform's own app, which the landing page offers. */
      isLanding?: true;
    }
  | { does: 'rates'; game: string; rating: number }
  | { does: 'marks'; game: string; status: GameStatus }
  | {
      does: 'stores';
      folder?: string;
      files: readonly (readonly [name: string, content: string | number])[];
    }
  | { does: 'sends'; file: string; whom: string }
  | { does: 'looks in' }
  | { does: 'edits'; message: string; text: string };
/** `ago` is in minutes before the day that the data are made for. */
export type Scene = Act & { who: string; ago: number };

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = [
  'kornilov',
  'sol',
  'akhmetov',
  'vetrova',
  'lunyov',
  'guy',
] as const;
const friends = (ago: number, who: string, whom: string): Scene[] => [
  { ago, who, does: 'asks', whom },
  { ago: ago - 9, who: whom, does: 'accepts', whom: who },
];
const liked = (ago: number, post: string, ...who: string[]): Scene[] =>
  who.map((one, turn) => ({ ago: ago - turn * 3, who: one, does: 'likes', post }));

/** Two days of six people, in order. */
export const STORY: readonly Scene[] = [
  { ago: 2870, who: kornilov, does: 'looks', avatar: 2, cover: 7 },
  { ago: 2868, who: sol, does: 'looks', avatar: 3, cover: 5 },
  { ago: 2866, who: akhmetov, does: 'looks', avatar: 1, cover: 11 },
  { ago: 2864, who: vetrova, does: 'looks', avatar: 9, cover: 14 },
  { ago: 2862, who: lunyov, does: 'looks', avatar: 12, cover: 22 },
  // Соня keeps the drawn creature: an empty avatar has to look good too.
  ...friends(2820, kornilov, guy),
  ...friends(2790, kornilov, sol),
  ...friends(2760, akhmetov, kornilov),
  ...friends(2700, vetrova, sol),
  ...friends(2640, lunyov, sol),
  ...friends(2600, guy, vetrova),

  {
    ago: 2520,
    who: lunyov,
    does: 'posts',
    key: 'lighthouse',
    text: 'Маяк наконец светит. Полгода я рисовал этот луч, а помог совет из комментариев: не свет, а пыль в нём. Показываю две сцены из моей маленькой игры.',
    pictures: [22, 17],
  },
  ...liked(2500, 'lighthouse', sol, kornilov, vetrova, guy),
  {
    ago: 2470,
    who: sol,
    does: 'comments',
    post: 'lighthouse',
    text: 'Игорь, это лучший закат года. Можно я срисую палитру?',
  },
  {
    ago: 2462,
    who: lunyov,
    does: 'comments',
    post: 'lighthouse',
    text: 'Нужно! Палитра сама просится к тебе.',
  },
  {
    ago: 2310,
    who: sol,
    does: 'posts',
    key: 'sunsets',
    text: 'Собрала альбом закатов из пяти игр. Угадаете, где какой? Подсказка: в одной из них нельзя сохраняться.',
    pictures: [0, 3, 8],
  },
  ...liked(2290, 'sunsets', kornilov, lunyov, vetrova),
  {
    ago: 2280,
    who: vetrova,
    does: 'comments',
    post: 'sunsets',
    text: 'Второй узнала сразу, я там сто раз падала.',
  },
  {
    ago: 2000,
    who: akhmetov,
    does: 'posts',
    key: 'turn',
    text: 'Обещал лечь в одиннадцать. Сейчас четыре утра, у меня Золотой век и три осаждённых города. Один ход, и спать.',
  },
  ...liked(1980, 'turn', kornilov, guy),
  {
    ago: 1950,
    who: kornilov,
    does: 'comments',
    post: 'turn',
    text: 'Тимур, это сообщение из прошлого четверга?',
  },
  {
    ago: 1940,
    who: akhmetov,
    does: 'comments',
    post: 'turn',
    text: 'Это сообщение из каждого четверга.',
  },

  {
    ago: 1800,
    who: kornilov,
    does: 'writes',
    whom: guy,
    text: 'Соня, привет! В субботу идём на дракона. Ты с нами?',
  },
  {
    ago: 1792,
    who: guy,
    does: 'writes',
    whom: kornilov,
    text: 'Привет! Иду, если ты не будешь бегать впереди лечения.',
  },
  { ago: 1790, who: kornilov, does: 'writes', whom: guy, text: 'Один раз было!' },
  { ago: 1788, who: guy, does: 'writes', whom: kornilov, text: 'Четыре. Я веду записи.' },
  {
    ago: 1770,
    who: kornilov,
    does: 'writes',
    whom: guy,
    key: 'time',
    text: 'Сбор в семь по Москве.',
  },
  {
    ago: 1765,
    who: kornilov,
    does: 'edits',
    message: 'time',
    text: 'Сбор в восемь по Москве, Тимур не успевает к семи.',
  },
  {
    ago: 1760,
    who: kornilov,
    does: 'writes',
    whom: guy,
    text: 'Вот место сбора, у перевала.',
    pictures: [16],
  },
  {
    ago: 1741,
    who: guy,
    does: 'writes',
    whom: kornilov,
    text: 'Красиво. Жаль, что через минуту там всё будет гореть.',
  },
  { ago: 1740, who: kornilov, does: 'reads', whom: guy },

  {
    ago: 1500,
    who: vetrova,
    does: 'posts',
    key: 'record',
    text: '11 минут 42 секунды! Мой рекорд в «Часовой башне», минус восемь секунд. Всё решил прыжок через шестерню, который я учила две недели.',
    pictures: [14],
  },
  ...liked(1490, 'record', sol, guy),
  {
    ago: 1480,
    who: guy,
    does: 'comments',
    post: 'record',
    text: 'Даша, я моргнула и пропустила финал!',
  },
  {
    ago: 1400,
    who: sol,
    does: 'writes',
    whom: lunyov,
    text: 'Игорь, вот набросок для меню. Три слоя гор, верхний двигается.',
    pictures: [5, 10],
  },
  {
    ago: 1380,
    who: lunyov,
    does: 'writes',
    whom: sol,
    text: 'Марина, это готовая обложка, а не набросок!',
  },
  { ago: 1377, who: lunyov, does: 'writes', whom: sol, text: 'Сколько я тебе должен?' },
  { ago: 1370, who: sol, does: 'writes', whom: lunyov, text: 'Одно имя в титрах и ключ для мамы.' },
  {
    ago: 1100,
    who: kornilov,
    does: 'posts',
    key: 'console',
    text: 'Принёс с блошиного рынка приставку за пятьсот рублей. Почистил контакты, включил — а там чужое сохранение, 99 %. Не могу стереть. Кто ты, незнакомый герой?',
    pictures: [25],
  },
  ...liked(1090, 'console', sol, akhmetov, guy),
  {
    ago: 1080,
    who: akhmetov,
    does: 'comments',
    post: 'console',
    text: 'Пройди за него последний процент.',
  },
  {
    ago: 1060,
    who: sol,
    does: 'comments',
    post: 'console',
    text: 'И напиши об этом, я заплачу заранее.',
  },
  {
    ago: 800,
    who: guy,
    does: 'posts',
    key: 'raid',
    text: 'Дракон повержен! Погибали трижды, смеялись четыре раза. Алексей бегал впереди лечения всего один раз — расту как педагог.',
    pictures: [16],
  },
  ...liked(790, 'raid', kornilov, vetrova),
  { ago: 780, who: kornilov, does: 'comments', post: 'raid', text: 'Я проверял, следишь ли ты.' },
  {
    ago: 600,
    who: vetrova,
    does: 'writes',
    whom: guy,
    text: 'Соня, научишь лечить? Хочу в следующий рейд.',
  },
  {
    ago: 590,
    who: guy,
    does: 'writes',
    whom: vetrova,
    text: 'Конечно! Первое правило: танк всегда виноват.',
  },
  { ago: 400, who: lunyov, does: 'visits', whom: kornilov },
  { ago: 390, who: lunyov, does: 'asks', whom: kornilov },
  { ago: 300, who: vetrova, does: 'asks', whom: kornilov },
  { ago: 280, who: akhmetov, does: 'asks', whom: sol },
  { ago: 200, who: guy, does: 'visits', whom: lunyov },
  {
    ago: 190,
    who: kornilov,
    does: 'stores',
    folder: 'Рейды',
    files: [
      [
        'Состав.txt',
        'Танк: Алексей\nЛекарь: Соня\nСтрелок: Даша\nПерекличка в 19:45, опоздавших ждёт дракон.',
      ],
      ['Карта перевала.jpg', 16],
    ],
  },
  {
    ago: 188,
    who: kornilov,
    does: 'stores',
    folder: 'Старые приставки',
    files: [
      ['Плата до чистки.jpg', 25],
      ['Плата после.jpg', 9],
    ],
  },
  {
    ago: 186,
    who: kornilov,
    does: 'stores',
    files: [
      ['Закат над заставой.jpg', 8],
      ['Маяк.jpg', 22],
      ['Что починить.txt', 'Контакты картриджа\nВторой геймпад: крестовина'],
      ['Застава.jpg', 3],
    ],
  },
  {
    ago: 180,
    who: sol,
    does: 'stores',
    files: [
      ['Палитра закатов.jpg', 10],
      ['Меню, слои.jpg', 5],
    ],
  },
  { ago: 175, who: sol, does: 'sends', file: 'Палитра закатов.jpg', whom: kornilov },
  {
    ago: 120,
    who: akhmetov,
    does: 'writes',
    whom: kornilov,
    text: 'Лёша, на той приставке картридж с «Хрониками» не попадался?',
  },
  { ago: 110, who: akhmetov, does: 'writes', whom: kornilov, text: 'Если да, я выезжаю.' },
];
