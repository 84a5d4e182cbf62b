import { useState } from 'react';
import { useKeptState } from '#lib/member/kept-state.ts';

/** The errors of a form by field. `all` is the error of the whole form. */
export type WrongFields = Readonly<Record<string, string>>;

/**
 * Holds the texts of a form and the errors of its fields. A change of a field clears its error and
 * the error of the whole form. The texts are kept at their `place` until `forget` is called.
 */
export function useFormTexts<Fields extends Record<string, string>>(place: string, start: Fields) {
  const [input, setInput, forget, isRestored] = useKeptState(place, start);
  const [wrong, setWrong] = useState<WrongFields>({});
  const put = (name: keyof Fields & string) => (value: string) => {
    setInput({ ...input, [name]: value });
    setWrong(({ [name]: _, all: __, ...rest }) => rest);
  };
  const isChanged = Object.keys(start).some((name) => input[name] !== start[name]);
  return { input, wrong, setWrong, put, forget, isChanged, isRestored };
}
