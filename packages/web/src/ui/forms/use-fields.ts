import { useState } from 'react';

export type FieldProps = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Holds what is entered into the fields of a form, and what is wrong with it. */
export function useFields<Fields extends Record<string, string>>(first: Fields) {
  const [input, setInput] = useState(first);
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  /** Returns the props of a field. A change removes its error. */
  const field = (name: keyof Fields & string): FieldProps => ({
    value: input[name]!,
    error: wrong[name],
    onChange: (value: string) => {
      setInput((current) => ({ ...current, [name]: value }));
      setWrong(({ [name]: _, ...rest }) => rest);
    },
  });
  return { input, wrong, setWrong, field };
}
