import type { Random } from '#platform/runtime/seeded-random.ts';

/** Items for sale: the drawing, the name, and the minimum and maximum price. */
const THINGS = [
  ['sword', 'Меч бури +9', 400, 6_000],
  ['sword', 'Двуручник северян', 250, 2_400],
  ['helmet', 'Шлем стража перевала', 300, 3_500],
  ['helmet', 'Маска ночного дозора', 150, 1_800],
  ['shield', 'Щит с гербом гильдии', 200, 2_500],
  ['potion', 'Ящик зелий, 200 штук', 100, 900],
  ['chest', 'Сундук с осени, не открыт', 300, 4_000],
  ['gem', 'Кристаллы, 5 000 штук', 350, 2_200],
  ['gem', 'Золото сервера «Заря»', 150, 3_000],
  ['pet', 'Ездовой барс', 900, 12_000],
  ['pad', 'Геймпад, почти новый', 1_500, 4_500],
  ['board', 'Механическая клавиатура', 2_000, 9_000],
  ['cartridge', 'Картридж, рабочий, без коробки', 500, 7_000],
  ['cartridge', 'Коллекция картриджей, 12 штук', 4_000, 25_000],
  ['key', 'Ключ на игру', 200, 2_500],
  ['board', 'Мышь с вырезанным драконом', 900, 3_500],
] as const;
const ACCOUNTS = [
  'Аккаунт, 80 уровень',
  'Аккаунт с редким облачением',
  'Аккаунт для начала, всё открыто',
  'Аккаунт с пятью героями',
  'Второй аккаунт, не играю',
] as const;
const GAMES = [
  'Перевал: рейд на дракона',
  'Ещё один ход',
  'Часовая башня',
  'Курьер до края света',
  'Смотритель',
  'Северная заря',
  'Орбита-9',
  'Тёмный лес',
  'Двор на двор',
  'Кольцо штормов',
] as const;
const LINES = [
  'Продаю, потому что больше не играю.',
  'Торг уместен, но без фанатизма.',
  'Передам в игре, встретимся в столице.',
  'Отвечаю вечером, после семи по Москве.',
  'Состояние как на картинке, вопросы в сообщениях.',
  'Могу обменять на зелья.',
  'Отдам вместе с историей, как добыл.',
  'Самовывоз или почтой, упакую надёжно.',
  'Проверено в двадцати рейдах.',
  'Не срочно, дождусь хороших рук.',
  'Подарили второй такой же.',
  'Есть видео, пришлю в личку.',
  'Цена окончательная.',
  'Куплю обратно, если передумаете за неделю.',
] as const;
const [REGIONS, RANKS, BANS] = [
  ['Россия', 'Европа', 'Азия'],
  ['Золото III', 'Платина I', 'Алмаз II', 'Без ранга'],
  ['Не было', 'Один раз, чат, снят'],
] as const;

/** The names of the drawings of items for sale. */
export type Drawing = (typeof THINGS)[number][0] | 'account';
export type InventedAd = {
  drawing: Drawing;
  title: string;
  description: string;
  price: number;
  game: string;
  phone: string;
  passport: object | null;
};
/** Generates a realistic ad. */
export function inventAd(random: Random): InventedAd {
  const description = [
    random.pick(LINES),
    ...(random.next() < 0.7 ? [random.pick(LINES)] : []),
  ].join(' ');
  const phone =
    random.next() < 0.5
      ? `+7 9${String(random.integer(100)).padStart(2, '0')} ${String(random.integer(1_000)).padStart(3, '0')}-${String(random.integer(100)).padStart(2, '0')}-${String(random.integer(100)).padStart(2, '0')}`
      : '';
  const between = (least: number, most: number) =>
    Math.round((least + random.next() ** 2 * (most - least)) / 50) * 50;
  if (random.next() < 0.2) {
    const said = <T>(value: T, part: number): T | null => (random.next() < part ? value : null);
    return {
      drawing: 'account',
      title: random.pick(ACCOUNTS),
      description,
      price: between(800, 18_000),
      game: random.pick(GAMES),
      phone,
      passport: {
        region: said(random.pick(REGIONS), 0.8),
        rank: said(random.pick(RANKS), 0.7),
        phone: said(random.next() < 0.5, 0.8),
        mail: said(random.next() < 0.6, 0.8),
        bans: said(random.pick(BANS), 0.6),
      },
    };
  }
  const [drawing, title, least, most] = random.pick(THINGS);
  const isReal = ['pad', 'board', 'cartridge'].includes(drawing);
  return {
    drawing,
    title,
    description,
    price: between(least, most),
    game: isReal ? '' : random.pick(GAMES),
    phone,
    passport: null,
  };
}
