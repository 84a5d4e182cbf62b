/**
 * Domain endings that make a word an address without a scheme: the usual generic ones and those of
 * the countries and languages of our members. Endings that are also usual file extensions (`md`,
 * `py`, `sh`, `zip`) are left out.
 */
const ENDINGS = new Set(
  `ru рф su рус дети москва moscow tatar онлайн сайт орг ком укр бел қаз срб бг
  com net org info biz name pro mobi edu gov int
  io gg tv me dev app ai co ly to fm im gl
  online site website store shop games game play team club xyz top link live news blog media wiki
  space tech cloud digital agency studio design art world life fun bar cafe chat email expert guru
  host network one page press social software stream support tools today video watch work zone
  by ua kz uz am ge az kg tj tm lt lv ee fi se dk pl de fr it es pt nl be ch at cz sk hu ro bg gr
  tr il hr si ie uk eu us ca mx br ar cl au nz jp cn kr tw hk sg th vn id in ph my ae za eg`.split(
    /\s+/,
  ),
);
/** Returns whether a word after a dot, in lower case, ends an address; `xn--…` always does. */
export const isDomainEnding = (word: string): boolean =>
  ENDINGS.has(word) || word.startsWith('xn--');
