import { getFirstnameGender, getLastnameGender, inclineFirstname } from 'lvovich';

export type Gender = 'male' | 'female' | null;
type Named = { name: string; surname: string };

// Short forms that the library does not know as names or takes for either gender.
const WOMEN = new Set('Соня Даша Маша Настя Таня Аня Ксюша Любовь Надя Нэлли Нелли'.split(' '));
const MEN = new Set(
  'Лёша Леша Серёжа Сережа Гриша Федя Сеня Стёпа Степа Тёма Рома Гоша Лёня Леня Лёва Митя Сёма Гена Боря Жора'.split(
    ' ',
  ),
);
const properly = (word: string): string =>
  word.charAt(0).toLocaleUpperCase('ru') + word.slice(1).toLocaleLowerCase('ru');
const known = (gender: string | null): Gender =>
  gender === 'male' || gender === 'female' ? gender : null;

/**
 * Returns the gender by the first name; if that does not tell, by the surname. Null for foreign,
 * invented and unisex names.
 */
export function genderOf({ name, surname }: Named): Gender {
  const first = properly(name);
  return WOMEN.has(first)
    ? 'female'
    : MEN.has(first)
      ? 'male'
      : (known(getFirstnameGender(first)) ?? known(getLastnameGender(surname)));
}
/**
 * Returns the verb form for a person's gender: 'исключил', 'исключила'; for an unknown gender the
 * form in brackets: 'исключил(а)'.
 */
export const verb = (
  who: Named,
  [man, woman, unknown]: readonly [man: string, woman: string, unknown: string],
): string => ({ male: man, female: woman, none: unknown })[genderOf(who) ?? 'none'];

/**
 * Returns a first name in the accusative: 'Бориса', 'Анну'. A name that is not Russian, or whose
 * form depends on an unknown gender, stays as it is.
 */
export function accusative(who: Named): string {
  if (!/^[А-ЯЁа-яё-]+$/.test(who.name)) return who.name;
  const gender = genderOf(who);
  const forms = (gender === null ? (['male', 'female'] as const) : [gender]).map(
    (one) => inclineFirstname(who.name, 'accusative', one) ?? who.name,
  );
  return new Set(forms).size === 1 ? forms[0]! : who.name;
}
