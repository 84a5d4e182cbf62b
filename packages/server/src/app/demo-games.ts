import type { Scene } from './demo-scenes.ts';

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = ['kornilov', 'sol', 'akhmetov', 'vetrova', 'lunyov', 'guy'] as const;
const rated = (ago: number, game: string, ...votes: (readonly [who: string, rating: number])[]): Scene[] => votes.map(([who, rating], turn) => ({ ago: ago - turn * 2, who, does: 'rates', game, rating }));
const marked = (ago: number, game: string, status: 'want' | 'playing' | 'finished' | 'dropped', ...who: string[]): Scene[] => who.map((one, turn) => ({ ago: ago - turn, who: one, does: 'marks', game, status }));

/** The catalogue of the six: what they play, and what they say of it. */
export const GAME_STORY: readonly Scene[] = [
  {
    ago: 2860, who: lunyov, does: 'adds', game: 'lighthouse', name: 'Смотритель', genres: ['Приключения', 'Головоломка'], tags: ['уютная', 'пиксели', 'на вечер'], seed: 22, shots: [17, 22, 27],
    description: 'Вы смотритель маяка на краю карты. Днём чините лестницу и разговариваете с котом, ночью ведёте корабли сквозь туман. Каждый корабль привозит письмо, и не все они адресованы вам.\n\nПроходится за пять вечеров, запоминается дольше.',
    sign: ['.....y.....', '...ykyky...', '..yyywyyy..', '....www....', '....rrr....', '....www....', '...rrrrr...', '...wwwww...', '...rrrrr...', '..wwwwwww..', '.nnnnnnnnn.'],
  },
  {
    ago: 2850, who: lunyov, does: 'adds', game: 'tower', name: 'Часовая башня', genres: ['Платформер'], tags: ['на время', 'сложная', 'пиксели'], seed: 14, shots: [9, 14],
    description: 'Сто двадцать этажей шестерёнок, маятников и чужих ошибок. Падать можно, останавливаться нельзя: часы идут.\n\nТаблица рекордов обновляется в полночь.',
    sign: ['...nnnnn...', '..nnnnnnn..', '.nwwwwwwwn.', '.nwwwkwwwn.', '.nwwwkwwwn.', '.nwwwkkkwn.', '.nwwwwwwwn.', '.nwwwwwwwn.', '..nnnnnnn..', '..n.....n..', '..n.....n..'],
  },
  {
    ago: 2840, who: lunyov, does: 'adds', game: 'siege', name: 'Ещё один ход', genres: ['Стратегия'], tags: ['пошаговая', 'надолго', 'на двоих'], seed: 11, shots: [1, 6, 11],
    description: 'Пошаговая стратегия про долину, в которой всем тесно. Стройте, торгуйтесь, берите города и обещайте себе лечь вовремя.\n\nЕсть игра по переписке: ход можно делать хоть раз в неделю.',
    sign: ['w.w.....w.w', 'www.....www', '.s...r...s.', '.s..rrr..s.', '.sss.n.sss.', '.sssssssss.', '.sskssskss.', '.sssssssss.', '.ssssnssss.', '.sssnnnsss.', '.sssnnnsss.'],
  },
  {
    ago: 2830, who: lunyov, does: 'adds', game: 'dragon', name: 'Перевал: рейд на дракона', genres: ['Ролевая', 'Боевик'], tags: ['вместе', 'сложная'], seed: 16, shots: [16, 21, 26, 31],
    description: 'Шестеро против одного дракона. У танка щит, у лекаря терпение, у стрелка бутерброд. Дракон запоминает, как вы победили в прошлый раз, и больше так не попадается.',
    sign: ['r.........r', 'rr..rrr..rr', 'rrrrrrrrrrr', '.rrkrrrkrr.', '.rrrrrrrrr.', '..rrrrrrr..', '...roror...', '....yoy....', '...oyyyo...', '..o.oyo.o..', '.....o.....'],
  },
  {
    ago: 2820, who: lunyov, does: 'adds', game: 'swamp', name: 'Болото, но красивое', genres: ['Симулятор', 'Казуальная'], tags: ['уютная', 'без спешки'], seed: 9, shots: [4, 9],
    description: 'Посадите мох. Подождите. Послушайте лягушек. Игра, в которой нельзя проиграть, зато можно разобраться в осоках.',
    sign: ['.gg.....gg.', 'gwwg...gwwg', 'gwkg...gkwg', '.ggggggggg.', 'ggggggggggg', 'ggkkkkkkkgg', 'gggrrrrrggg', '.ggggggggg.', '..ggggggg..', '.gg.ggg.gg.', 'ggg.....ggg'],
  },
  {
    ago: 2810, who: lunyov, does: 'adds', game: 'cartridge', name: 'Чужое сохранение', genres: ['Хоррор', 'Приключения'], tags: ['сюжет', 'на вечер', 'пиксели'], seed: 2, shots: [2, 12],
    description: 'Вы купили старый картридж, а в нём чужое прохождение на 99 процентов. Остался последний процент. Тот, кто играл до вас, очень просил не продолжать.',
    sign: ['.sssssssss.', '.skkkkkkks.', '.skwwwwwks.', '.skwrwrwks.', '.skwwwwwks.', '.skwrrrwks.', '.skkkkkkks.', '.sssssssss.', '.sksksksks.', '.sksksksks.', '...........'],
  },
  {
    ago: 2800, who: lunyov, does: 'adds', game: 'courier', name: 'Курьер до края света', genres: ['Гонки', 'Приключения'], tags: ['открытый мир', 'музыка'], seed: 3, shots: [3, 8, 13],
    description: 'Велосипед, рюкзак и посылка без обратного адреса. Дорога длинная, радио ловит одну станцию, и она хорошая.',
    sign: ['...........', '....rr.....', '....rw.....', '...bbb.yy..', '..bbbb.y...', '..bb.nn....', '.kkk.n.kkk.', 'k.n.knnk.n.', 'k.n.k..k.n.', '.kkk...kkk.', '...........'],
  },
  {
    ago: 2790, who: lunyov, does: 'adds', game: 'orchestra', name: 'Оркестр в кармане', genres: ['Музыкальная', 'Головоломка'], tags: ['музыка', 'на двоих'], seed: 5, shots: [5],
    description: 'Расставьте музыкантов по сцене так, чтобы они друг друга услышали. Сто сорок уровней, и ни один не звучит одинаково дважды.',
    sign: ['.....ppppp.', '.....p...p.', '.....p...p.', '.....p...p.', '.....p...p.', '...ppp.ppp.', '..pppp.pppp', '..pppp.pppp', '...pp...pp.', '...........', '...........'],
  },
  {
    ago: 2780, who: lunyov, does: 'adds', game: 'courtyard', name: 'Двор на двор', genres: ['Спорт', 'Настольная'], tags: ['вместе', 'на двоих', 'на вечер'], seed: 8, shots: [8, 18],
    description: 'Футбол, где ворота из портфелей, мяч из заплаток, а правила придумывают по дороге. До восьми игроков на одном телефоне, если не жалко телефон.',
    sign: ['...wwwww...', '..wwkkkww..', '.wwkkkkkww.', 'wkwwkkkwwkw', 'wkkwwwwwkkw', 'wkkwwwwwkkw', 'wkwwkkkwwkw', '.wwkkkkkww.', '..wwkkkww..', '...wwwww...', '...........'],
  },
  {
    ago: 2770, who: lunyov, does: 'adds', game: 'pocket', name: 'Респа для телефона', genres: ['Приложение'], tags: ['полезное'], seed: 19, shots: [19],
    description: 'Наша Респа в кармане: лента, переписка и каталог. Пока в разработке: следите за версиями здесь.',
    sign: ['..kkkkkkk..', '..kgggggk..', '..kgwgwgk..', '..kgwgwgk..', '..kgggggk..', '..kwwwwwk..', '..kgwwwgk..', '..kgggggk..', '..kgggggk..', '..kkkwkkk..', '..kkkkkkk..'],
  },

  ...rated(2700, 'lighthouse', [sol, 5], [guy, 5], [kornilov, 4], [vetrova, 5], [akhmetov, 4]),
  ...marked(2690, 'lighthouse', 'finished', sol, guy), ...marked(2685, 'lighthouse', 'playing', kornilov, vetrova),
  { ago: 2660, who: sol, does: 'comments', post: 'lighthouse', text: 'Третье письмо прочитала дважды. Кто догадался, от кого оно, молчите!' },
  { ago: 2650, who: guy, does: 'comments', post: 'lighthouse', text: 'Кота можно гладить бесконечно, я проверила.' },
  { ago: 2640, who: lunyov, does: 'comments', post: 'lighthouse', text: 'Спасибо! В следующей версии кот сможет отвечать.' },
  ...rated(2600, 'tower', [vetrova, 5], [akhmetov, 3], [kornilov, 4]),
  ...marked(2590, 'tower', 'playing', vetrova), ...marked(2588, 'tower', 'dropped', akhmetov), ...marked(2586, 'tower', 'want', sol),
  { ago: 2570, who: vetrova, does: 'comments', post: 'tower', text: '11:42. Шестерню на 80-м этаже можно перепрыгнуть, если не смотреть вниз.' },
  { ago: 2560, who: akhmetov, does: 'comments', post: 'tower', text: 'Я посмотрел вниз.' },
  ...rated(2500, 'siege', [akhmetov, 5], [lunyov, 4], [kornilov, 4]),
  ...marked(2490, 'siege', 'playing', akhmetov, lunyov), ...marked(2480, 'siege', 'dropped', guy),
  { ago: 2470, who: akhmetov, does: 'comments', post: 'siege', text: 'Название врёт: ход никогда не один.' },
  ...rated(2400, 'dragon', [kornilov, 5], [guy, 5], [sol, 4], [akhmetov, 5], [lunyov, 4], [vetrova, 4]),
  ...marked(2390, 'dragon', 'playing', kornilov, guy, akhmetov, sol, lunyov),
  { ago: 2370, who: kornilov, does: 'comments', post: 'dragon', text: 'Он правда запоминает. Мы два раза подряд зашли слева, на третий он ждал нас там с чаем.' },
  ...rated(2300, 'swamp', [guy, 5], [sol, 5]), ...marked(2290, 'swamp', 'playing', guy), ...marked(2280, 'swamp', 'want', kornilov),
  ...rated(2200, 'cartridge', [kornilov, 5], [lunyov, 5], [vetrova, 3]), ...marked(2190, 'cartridge', 'finished', kornilov), ...marked(2180, 'cartridge', 'dropped', guy),
  { ago: 2170, who: guy, does: 'comments', post: 'cartridge', text: 'Бросила на 99,5 %. Извини, незнакомый герой.' },
  ...rated(2100, 'courier', [sol, 5], [lunyov, 4], [vetrova, 4]), ...marked(2090, 'courier', 'finished', sol), ...marked(2080, 'courier', 'want', akhmetov, kornilov),
  ...rated(2050, 'orchestra', [sol, 4], [guy, 3]), ...marked(2040, 'orchestra', 'playing', sol),
  ...rated(2000, 'courtyard', [kornilov, 4], [akhmetov, 4], [vetrova, 5]), ...marked(1995, 'courtyard', 'playing', kornilov, akhmetov),
];
