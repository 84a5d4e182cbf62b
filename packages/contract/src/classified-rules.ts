import { endOf, parseDays } from './lifetimes.ts';
import { CLASSIFIEDS } from './limits.ts';

/**
 * Parses a price in whole roubles as a user typed it: '1 500', '1500 руб', '1 500,00 ₽'. Returns
 * null if it is not a price or exceeds the maximum for an ad.
 */
export function parsePrice(input: string): number | null {
  const text = input
    .toLowerCase()
    .replace(/[\s\u00a0\u2009\u202f]+/g, ' ')
    .trim();
  const match = /^(\d+|\d{1,3}(?: \d{3})+)(?:[.,]0{1,2})? ?(?:₽|р\.?|руб\.?|рубл(?:ей|я|ь))?$/.exec(
    text,
  );
  if (match === null) return null;
  const price = Number(match[1]!.replaceAll(' ', ''));
  return price <= CLASSIFIEDS.price ? price : null;
}

/**
 * Parses a lifetime in days: a whole number, or a future date up to which the days are counted. 0
 * means no end; null means invalid.
 */
export const parseLifetime = (input: string, now: number): number | null =>
  parseDays(input, now, { least: 0, most: CLASSIFIEDS.days, unsaid: 0 });
/** Returns the end of a lifetime of the given number of 24-hour days; null: never. */
export const endAfter = (start: Date, days: number): Date | null =>
  days === 0 ? null : endOf(start, days);

/**
 * What scammers write: where to continue the conversation, what to prepay, where a link leads, and
 * secrets that nobody may ask for.
 */
export const WARNINGS = ['messenger', 'prepayment', 'link', 'secret'] as const;
export type Warning = (typeof WARNINGS)[number];
/** A suspicion and the words that triggered it. */
export type Suspicion = { kind: Warning; words: string };

/** Latin letters and symbols used in place of Cyrillic ones: 'тeлeгpaм', 'т3леграм'. */
const LOOKALIKES: Record<string, string> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  i: 'и',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'п',
  o: 'о',
  p: 'р',
  r: 'г',
  t: 'т',
  u: 'и',
  x: 'х',
  y: 'у',
  '€': 'е',
  '@': 'а',
  0: 'о',
  3: 'з',
  4: 'ч',
  6: 'б',
};
const asCyrillic = (text: string) =>
  text.replace(/[a-z€@0346]/g, (character) => LOOKALIKES[character] ?? character);
const asLatin = (text: string) =>
  text.replace(
    /[авсенкмортухі€@03]/g,
    (character) =>
      ({
        а: 'a',
        в: 'b',
        с: 'c',
        е: 'e',
        н: 'h',
        к: 'k',
        м: 'm',
        о: 'o',
        р: 'p',
        т: 't',
        у: 'y',
        х: 'x',
        і: 'i',
        '€': 'e',
        '@': 'a',
        0: 'o',
        3: 'e',
      })[character] ?? character,
  );
/** 'т.е-л е г р а м' is one word. */
const joinSpelled = (text: string) =>
  text.replace(/(?<![\p{L}\d])(?:[\p{L}\d][ .\-_*]{1,2}){3,}[\p{L}\d](?![\p{L}\d])/gu, (spelled) =>
    spelled.replace(/[ .\-_*]/g, ''),
  );

const word = (parts: string) => new RegExp(`(?<![\\p{L}\\d])(?:${parts})(?![\\p{L}\\d])`, 'u');
// Short words are matched only as written: 'TR' is a region.
const PLAIN: readonly (readonly [Warning, RegExp])[] = [['messenger', word('тгк?')]];
const CYRILLIC: readonly (readonly [Warning, RegExp])[] = [
  [
    'messenger',
    word(
      'телеграм[а-я]*|(?:в|мой|моя|моей) телег[аеуи]|в[оа]т?[сц]апп?[а-я]*|вацапп?[а-я]*|вайбер[а-я]*|скайп[а-я]*',
    ),
  ],
  [
    'prepayment',
    word(
      'предоплат[а-я]*|аванс[а-я]*|задат(?:ок|к[аеу]|ком)|деньги вперед|оплата вперед|вперед на карту|сначала (?:деньги|оплата|перевод)|перев(?:од|еди|едите|едешь|ести) на (?:карту|счет|кошелек)|(?:скиньте|скинь|переведи|переведите) (?:на )?(?:карту|номер карты)',
    ),
  ],
  [
    'secret',
    word(
      'код[а-я]* из (?:смс|sms|сообщени[ея])|cvv|cvc|номер[а-я]* (?:твоей |вашей )?карты|паспортны[а-я]+ данны[а-я]+|парол[а-я]+ от почты',
    ),
  ],
];
const LATIN: readonly (readonly [Warning, RegExp])[] = [
  [
    'messenger',
    word('telegram[a-z]*|telega|tg|whats ?app?[a-z]*|wats?app?[a-z]*|viber|skype|t\\.me|wa\\.me'),
  ],
  ['secret', word('cvv2?|cvc')],
];
const NICKNAME = /(?<![\p{L}\d.])@[a-z][a-z0-9_]{4,31}(?![\p{L}\d.])/iu;
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"«»]+|(?<![\p{L}\d@._-])(?:[a-z0-9-]+\.)+(?:ru|com|net|org|me|io|gg|cc|su|site|online|shop|store|xyz|top|link|click|info|ly|to|pro)(?![\p{L}\d])(?:\/[^\s<>"«»]*)?|(?<![\p{L}\d@._-])(?:[а-я\d-]{2,}\.)+рф(?![\p{L}\d])/giu;
/** Characters after a link that belong to the surrounding sentence. */
const SENTENCE = /[.,:;!?…'*_)\]}]+$/;
/** The part before an @ in an address is not the host. */
const hostOf = (link: string): string =>
  (/^(?:https?:\/\/)?([^/?#\\]+)/i.exec(link)?.[1] ?? '').split('@').at(-1)!.toLowerCase();

/** Hosts of games: honest ads contain names of games and shops on these. */
const GAMES = new Set([
  'agar.io',
  'battle.net',
  'blizzard.com',
  'bungie.net',
  'chess.com',
  'crossout.net',
  'diep.io',
  'ea.com',
  'epicgames.com',
  'escapefromtarkov.com',
  'faceit.com',
  'gaijin.net',
  'gog.com',
  'hole.io',
  'hypixel.net',
  'itch.io',
  'krunker.io',
  'leagueoflegends.com',
  'lesta.ru',
  'lichess.org',
  'minecraft.net',
  'moomoo.io',
  'my.games',
  'nintendo.com',
  'origin.com',
  'paper.io',
  'playstation.com',
  'playvalorant.com',
  'riotgames.com',
  'roblox.com',
  'rockstargames.com',
  'shellshock.io',
  'skribbl.io',
  'slither.io',
  'steamcommunity.com',
  'steampowered.com',
  'surviv.io',
  'tanki.su',
  'ubisoft.com',
  'vkplay.ru',
  'warface.com',
  'wargaming.net',
  'warthunder.com',
  'worldoftanks.com',
  'wormate.io',
  'xbox.com',
  'zombs.io',
]);
const isOfGames = (host: string): boolean =>
  GAMES.has(host.replace(/^(?:www|store|shop|help|account|eu|us|ru)\./, ''));

/**
 * Finds phrases that lure a reader off the site or ask for what nobody should give; each kind once.
 * `ownHosts` are the addresses of this site.
 */
export function findSuspicions(text: string, ownHosts: readonly string[]): Suspicion[] {
  const folded = text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ');
  const found = new Map<Warning, string>();
  const note = (kind: Warning, words: string | undefined) => {
    if (words !== undefined && !found.has(kind)) found.set(kind, words.trim());
  };
  for (const plain of [folded, joinSpelled(folded)]) {
    for (const [kind, pattern] of PLAIN) note(kind, pattern.exec(plain)?.[0]);
    for (const [kind, pattern] of CYRILLIC)
      note(kind, pattern.exec(plain)?.[0] ?? pattern.exec(asCyrillic(plain))?.[0]);
    for (const [kind, pattern] of LATIN)
      note(kind, pattern.exec(plain)?.[0] ?? pattern.exec(asLatin(plain))?.[0]);
  }
  note('messenger', NICKNAME.exec(text)?.[0]);
  for (const [written] of text.matchAll(LINK)) {
    const link = written.replace(SENTENCE, '');
    const host = hostOf(link);
    if (!ownHosts.includes(host) && !isOfGames(host)) note('link', link);
  }
  return WARNINGS.flatMap((kind) => (found.has(kind) ? [{ kind, words: found.get(kind)! }] : []));
}
