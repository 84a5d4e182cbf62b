// Russian grammar of people's names. The site and the server pass the functions of the library
// `lvovich`: the contract depends on no library, and the site loads it late.

export type Gender = 'male' | 'female' | null;
type Named = { name: string; surname: string };
type Decline = (
  word: string,
  into: 'accusative' | 'instrumental',
  gender: 'male' | 'female',
) => string;
/** The functions of `lvovich` that the grammar needs. */
export type NameRules = {
  getFirstnameGender(name: string): string | null;
  getLastnameGender(surname: string): string | null;
  inclineFirstname: Decline;
  inclineLastname: Decline;
};

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
/** A name as people write it: 'Анна', 'Анна-Мария'. Adjectives such as 'Мой' are no first names. */
const NAME = /^[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?$/;
const isAdjective = (name: string): boolean => /(?:ой|ый|ее|ое)$/.test(name);
/** Words before which 'с' becomes 'со': 'со Светланой', 'со Львом', 'со Всеволодом'. */
const NEEDS_VOWEL = /^(?:[сзшжщ][бвгджзйклмнпрстфхцчшщ]|щ|льв|мст|вс)/i;

/** Returns the grammar of names with the rules of a library. */
export function makePersonGrammar(rules: NameRules) {
  /**
   * Returns the gender by the first name; if that does not tell, by the surname. Null for foreign,
   * invented and unisex names.
   */
  function genderOf({ name, surname }: Named): Gender {
    const first = properly(name);
    return WOMEN.has(first)
      ? 'female'
      : MEN.has(first)
        ? 'male'
        : (known(rules.getFirstnameGender(first)) ?? known(rules.getLastnameGender(surname)));
  }
  return {
    genderOf,
    /**
     * Returns the verb form for a person's gender: 'исключил', 'исключила'; for an unknown gender
     * the form in brackets: 'исключил(а)'.
     */
    verb: (who: Named, [man, woman, unknown]: readonly [string, string, string]): string =>
      ({ male: man, female: woman, none: unknown })[genderOf(who) ?? 'none'],
    /**
     * Returns a first name in the accusative: 'Бориса', 'Анну'. A name that is not Russian, or
     * whose form depends on an unknown gender, stays as it is.
     */
    accusative(who: Named): string {
      if (!/^[А-ЯЁа-яё-]+$/.test(who.name)) return who.name;
      const gender = genderOf(who);
      const forms = (gender === null ? (['male', 'female'] as const) : [gender]).map((one) =>
        rules.inclineFirstname(who.name, 'accusative', one),
      );
      return new Set(forms).size === 1 ? forms[0]! : who.name;
    },
    /**
     * Returns 'с' or 'со' and the whole name in the instrumental: ['с', 'Мариной Соль']. Null for a
     * name that may be no Russian one: then the sentence needs other words.
     */
    together({ name, surname }: Named): [preposition: 'с' | 'со', name: string] | null {
      const gender = genderOf({ name, surname });
      const bySurname = known(rules.getLastnameGender(surname));
      if (
        gender === null ||
        (bySurname !== null && bySurname !== gender) ||
        !NAME.test(name) ||
        isAdjective(name) ||
        (surname !== '' && !NAME.test(surname))
      )
        return null;
      const first = rules.inclineFirstname(name, 'instrumental', gender);
      const last = surname === '' ? '' : rules.inclineLastname(surname, 'instrumental', gender);
      return [NEEDS_VOWEL.test(first) ? 'со' : 'с', `${first} ${last}`.trim()];
    },
  };
}
