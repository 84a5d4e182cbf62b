/**
 * Romanization of Russian place names on maps (BGN/PCGN without apostrophes): the spelling in
 * OpenWeatherMap's list of cities.
 */
const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
};
/**
 * After these letters, and at the beginning of a word, «е» is pronounced and written as «ye»:
 * Yekaterinburg, Naberezhnyye Chelny.
 */
const OPENS_YE = /[аеёиоуыэюяйьъ]/;

function writeWord(word: string): string {
  // Nizhny, Novy, Grozny: the last «й» of an adjective is not written.
  const characters = [...word.replace(/[иы]й$/i, (end) => (end === end.toUpperCase() ? 'Ы' : 'ы'))];
  return characters
    .map((character, index) => {
      const low = character.toLowerCase();
      const before = characters[index - 1]?.toLowerCase();
      const written =
        low === 'е' && (before === undefined || OPENS_YE.test(before)) ? 'ye' : LETTERS[low];
      if (written === undefined) return character;
      return character === low ? written : written.charAt(0).toUpperCase() + written.slice(1);
    })
    .join('');
}

/** Transliterates a name into Latin letters; characters that are not Cyrillic stay. */
export const transliterate = (text: string): string =>
  text.normalize('NFC').replace(/\p{L}+/gu, writeWord);
