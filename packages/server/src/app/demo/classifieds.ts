import { MINUTE_MS } from '@respa/contract/durations';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addFavourite } from '#features/classifieds/lists.ts';
import { saveSearch } from '#features/classifieds/searches.ts';
import {
  dateAd,
  inventAd,
  seedAds,
  type Drawing,
  type SeededAd,
} from '#features/classifieds/seed.ts';
import { countLook } from '#features/classifieds/service.ts';
import { closeAd, createAd } from '#features/classifieds/writing.ts';
import { seedPictures } from '#features/media/seed.ts';
import { discardPrepared, pictureOf } from '#features/media/service.ts';
import { createRandom } from '#platform/runtime/seeded-random.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import type { Viewer } from '#platform/http/serve.ts';
import type { StagedFile } from '#platform/storage/staging.ts';
import { drawCover, type Glyph } from './covers.ts';
import type { Member } from './members.ts';
import { anotherOf, storeDrawn } from './pictures.ts';

const GLYPHS: Readonly<Record<Drawing, Glyph>> = {
  sword: [
    '.........ss',
    '........sws',
    '.......sws.',
    '......sws..',
    '.....sws...',
    '.n..sws....',
    '.nnsws.....',
    '..nns......',
    '..nnn......',
    '.nn.nn.....',
    'yn.........',
  ],
  helmet: [
    '...sssss...',
    '..sswwsss..',
    '.ssswwssss.',
    '.sssssssss.',
    '.sssssssss.',
    '.skkkskkks.',
    '.skkkskkks.',
    '.ssskkksss.',
    '.ssskkksss.',
    '..sskkkss..',
    '...s...s...',
  ],
  shield: [
    'bbbbbybbbbb',
    'bwbbbybbbbb',
    'bwbbbybbbbb',
    'bbbyyyyybbb',
    'yyyyyyyyyyy',
    'bbbyyyyybbb',
    'bbbbbybbbbb',
    '.bbbbybbbb.',
    '.bbbbybbbb.',
    '..bbbybbb..',
    '....byb....',
  ],
  potion: [
    '....nnn....',
    '....nnn....',
    '....www....',
    '....w.w....',
    '...ww.ww...',
    '..ww...ww..',
    '.wwpppppww.',
    '.wppppwppw.',
    '.wppwppppw.',
    '.wwpppppww.',
    '..wwwwwww..',
  ],
  chest: [
    '...........',
    '..nnnnnnn..',
    '.nooooooon.',
    'nooooooooon',
    'nooooooooon',
    'yyyyyyyyyyy',
    'nooookoooon',
    'nooooyoooon',
    'nooooooooon',
    'nooooooooon',
    'nnnnnnnnnnn',
  ],
  gem: [
    '...........',
    '..bbbbbbb..',
    '.bwwbbbbbb.',
    'bwwbbbbbbbb',
    'bbbbbbbbbbb',
    '.bbbwbbbbb.',
    '..bbbwbbb..',
    '...bbbbb...',
    '....bbb....',
    '.....b.....',
    '...........',
  ],
  pet: [
    '.oo.....oo.',
    '.ooo...ooo.',
    '.ooooooooo.',
    'ooooooooooo',
    'ookkoookkoo',
    'ookkoookkoo',
    'oooowwwoooo',
    '.oowwkwwoo.',
    '.owwwwwwwo.',
    '..owrrrwo..',
    '...ooooo...',
  ],
  pad: [
    '...........',
    '...........',
    '..kkkkkkk..',
    '.kkskkkkrk.',
    'kksssskykgk',
    'kkkskkkkbkk',
    'kkkkkkkkkkk',
    'kkksk.kskkk',
    'kkkk...kkkk',
    '.kk.....kk.',
    '...........',
  ],
  board: [
    '...........',
    '...........',
    'sssssssssss',
    'swswswswsws',
    'sssssssssss',
    'swswrwswsws',
    'sssssssssss',
    'swsbbbbbsws',
    'sssssssssss',
    '...........',
    '...........',
  ],
  cartridge: [
    '.sssssssss.',
    '.skkkkkkks.',
    '.skgggggks.',
    '.skgwgwgks.',
    '.skgggggks.',
    '.skgwwwgks.',
    '.skgggggks.',
    '.sssssssss.',
    '.sksksksks.',
    '.sksksksks.',
    '...........',
  ],
  key: [
    '...........',
    '..yyy......',
    '.y...y.....',
    '.y...y.....',
    '.y...yyyyyy',
    '.y...y..y.y',
    '..yyy...y.y',
    '...........',
    '...........',
    '...........',
    '...........',
  ],
  account: [
    '....ooo....',
    '...ooooo...',
    '...okoko...',
    '...ooooo...',
    '....ooo....',
    '..ggggggg..',
    '.ggggggggg.',
    '.gggwwwggg.',
    '.ggwwwwwgg.',
    '.gggwwwggg.',
    '.ggggggggg.',
  ],
};
const draw = (name: Drawing, seed: number) => drawCover(seed, GLYPHS[name], 640, 512);

const [kornilov, sol, akhmetov, vetrova, lunyov, guy] = [
  'kornilov',
  'sol',
  'akhmetov',
  'vetrova',
  'lunyov',
  'guy',
] as const;
type Offer = {
  who: string;
  ago: number;
  title: string;
  description: string;
  price: number;
  game?: string;
  phone?: string;
  days?: number;
  passport?: object;
  pictures: readonly (readonly [Drawing, number])[];
  looks?: readonly string[];
  marks?: readonly string[];
  isSold?: true;
};
/** The ads of the six gamers. */
const OFFERS: readonly Offer[] = [
  {
    who: kornilov,
    ago: 2_700,
    title: 'Щит с гербом гильдии',
    description: 'Ушёл к хорошему танку.',
    price: 900,
    game: 'Перевал: рейд на дракона',
    pictures: [['shield', 7]],
    looks: [guy],
    isSold: true,
  },
  {
    who: kornilov,
    ago: 2_300,
    title: 'Второй геймпад к старой приставке',
    description:
      'Крестовина починена своими руками, держится лучше новой. Провод два метра, проверен на трёх боссах.\n\nОтдам лично в Твери или почтой.',
    price: 1_800,
    phone: '+7 910 555-01-17',
    pictures: [
      ['pad', 25],
      ['board', 9],
    ],
    looks: [sol, akhmetov, guy],
    marks: [akhmetov],
  },
  {
    who: guy,
    ago: 1_900,
    title: 'Ящик зелий лечения, 200 штук',
    description: 'Варила сама весь август. Танкам из моего отряда скидка, остальным улыбка.',
    price: 600,
    game: 'Перевал: рейд на дракона',
    pictures: [['potion', 16]],
    looks: [kornilov, vetrova],
    marks: [vetrova, kornilov],
  },
  {
    who: akhmetov,
    ago: 1_500,
    title: 'Аккаунт в «Ещё один ход», 1 400 часов',
    description: 'Обещал лечь спать, поэтому продаю. Все цивилизации открыты, рейтинг честный.',
    price: 7_500,
    game: 'Ещё один ход',
    phone: '+7 927 555-44-20',
    days: 30,
    passport: { region: 'Россия', rank: 'Император', phone: true, mail: null, bans: null },
    pictures: [['account', 11]],
    looks: [kornilov, lunyov],
    marks: [kornilov],
  },
  {
    who: vetrova,
    ago: 1_200,
    title: 'Плащ бегуньи, скорость +12 %',
    description:
      'В нём я поставила рекорд в «Часовой башне», но мне он больше не нужен: я нашла короче.',
    price: 2_300,
    game: 'Часовая башня',
    days: 14,
    pictures: [['helmet', 14]],
    looks: [sol, guy, lunyov],
  },
  {
    who: lunyov,
    ago: 800,
    title: 'Ключ на «Смотрителя», для мамы Марины и ещё троих',
    description: 'Четыре ключа моей игры. Один обещан, три отдаю тем, кто напишет честный отзыв.',
    price: 0,
    game: 'Смотритель',
    pictures: [['key', 22]],
    looks: [sol, guy],
    marks: [guy, sol],
  },
  {
    who: sol,
    ago: 500,
    title: 'Рисую обложку для вашей игры',
    description:
      'Закат, три слоя гор, верхний двигается. Неделя работы, две правки. Примеры в альбоме на моей странице.',
    price: 12_000,
    pictures: [
      ['gem', 5],
      ['shield', 10],
    ],
    looks: [lunyov],
    marks: [lunyov],
  },
  {
    who: kornilov,
    ago: 260,
    title: 'Картридж «Хроники», чужое сохранение 99 %',
    description: 'Продаю вместе с тайной. Сохранение не стирать: тот герой ещё вернётся.',
    price: 3_200,
    phone: '+7 910 555-01-17',
    days: 60,
    pictures: [
      ['cartridge', 2],
      ['chest', 12],
    ],
    looks: [akhmetov, sol, vetrova],
    marks: [akhmetov],
  },
];

/** Creates the ads of the six gamers through the same functions that the calls use. */
export async function createDemoAds(
  context: AppContext,
  as: (login: string) => Viewer,
  day: Date,
  mayGoOn: () => void,
): Promise<void> {
  for (const {
    who,
    ago,
    days = 0,
    pictures,
    looks = [],
    marks = [],
    isSold,
    passport,
    ...text
  } of OFFERS) {
    mayGoOn();
    const files = await Promise.all(
      pictures.map(async ([name, seed], index): Promise<StagedFile> => {
        const bytes = await draw(name, seed);
        const path = join(context.stagingDir, `${randomUUID()}.jpg`);
        await writeFile(path, bytes);
        return {
          slot: 'file',
          part: `file${index}`,
          path,
          bytes: bytes.length,
          filename: 'thing.jpg',
          declaredType: 'image/jpeg',
        };
      }),
    );
    const { _id: id } = await createAd(context, as(who), {
      ...text,
      dieDate: days,
      files,
      ...(passport === undefined ? {} : { passport: JSON.stringify(passport) }),
    });
    await dateAd(context.db, id, new Date(day.getTime() - ago * MINUTE_MS));
    for (const login of looks) await countLook(context, as(login), id);
    for (const login of marks) await addFavourite(context, as(login), id);
    if (isSold === true) await closeAd(context, as(who), id);
  }
  await saveSearch(context, as(kornilov), { q: 'картридж', to: 5_000 });
  await saveSearch(context, as(kornilov), { game: 'Перевал: рейд на дракона', pictures: true });
}

const [ADS_EACH, MOST_ADS, MOST_PICTURED] = [0.8, 20_000, 400];
const [PORTION, AT_ONCE] = [2_000, 16];
/**
 * Creates ads of many members: every second one has a picture, as long as there are not too many to
 * store. Returns how many.
 */
export async function fillClassifieds(
  context: AppContext,
  seed: number,
  members: readonly Member[],
  { end, mayGoOn }: { end: number; mayGoOn: () => void },
): Promise<number> {
  const random = createRandom(seed);
  const people = members.filter(({ gamer }) => gamer === undefined);
  const count = Math.min(MOST_ADS, Math.floor(people.length * ADS_EACH));
  if (count === 0) return 0;
  const moments = Array.from({ length: count }, () => {
    const owner = random.pick(people);
    return { owner, at: Math.floor(owner.joined + random.next() ** 0.3 * (end - owner.joined)) };
  }).sort((a, b) => a.at - b.at);
  const isPictured = (index: number) => count - index <= MOST_PICTURED * 2 && index % 2 === 0;
  const written = moments.map(({ owner, at }, index) => ({
    id: random.id(at),
    ownerId: owner.id,
    at: new Date(at),
    ...inventAd(random),
    isPictured: isPictured(index),
  }));
  const names = [...new Set(written.flatMap((ad) => (ad.isPictured ? [ad.drawing] : [])))];
  const drawings = await storeDrawn(
    context,
    'ads',
    names.map((name, index) => () => draw(name, 200 + index)),
  );
  const invented = written.map(({ isPictured: hasPicture, drawing, ...ad }) => ({
    ...ad,
    drawing: hasPicture ? drawings[names.indexOf(drawing)]! : null,
  }));
  for (let from = 0; from < invented.length; from += PORTION) {
    mayGoOn();
    const ads: SeededAd[] = [];
    const portion = invented.slice(from, from + PORTION);
    for (let first = 0; first < portion.length; first += AT_ONCE) {
      const pictures = await Promise.all(
        portion
          .slice(first, first + AT_ONCE)
          .map(async ({ drawing, id, ownerId, at }) =>
            drawing === null ? null : anotherOf(context, drawing, { ownerId, scopeId: id, at }),
          ),
      );
      ads.push(
        ...portion.slice(first, first + AT_ONCE).map(({ drawing, ...ad }, index) => ({
          ...ad,
          picture: drawing === null ? null : pictureOf({ ...drawing, name: pictures[index]!.name }),
        })),
      );
      await seedPictures(
        context.db,
        pictures.filter((one) => one !== null),
      );
    }
    await seedAds(context.db, ads);
  }
  await discardPrepared(context, drawings);
  return count;
}
