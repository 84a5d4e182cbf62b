import { useState } from 'react';

/** The errors of a form by field. `all` is the error of the whole form. */
export type WrongFields = Readonly<Record<string, string>>;

/**
 * Holds the texts of a form and the errors of its fields. A change of a field clears its error and
 * the error of the whole form.
 */
export function useFormTexts<Fields extends Record<string, string>>(start: Fields) {
  const [input, setInput] = useState(start);
  const [wrong, setWrong] = useState<WrongFields>({});
  const put = (name: keyof Fields & string) => (value: string) => {
    setInput({ ...input, [name]: value });
    setWrong(({ [name]: _, all: __, ...rest }) => rest);
  };
  return { input, wrong, setWrong, put };
}
