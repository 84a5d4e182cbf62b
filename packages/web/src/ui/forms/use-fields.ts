import { useState } from 'react';
import { useKeptState } from '#lib/member/kept-state.ts';

export type FieldProps = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/**
 * Holds what is entered into the fields of a form, and what is wrong with it. The input is kept at
 * its `place` until `forget` is called, except `secrets`; `isChanged` means that it differs from
 * `first`.
 */
export function useFields<
  Fields extends Record<string, string>,
  Secrets extends Record<string, string> = Record<never, string>,
>(place: string, first: Fields, secrets?: Secrets) {
  const [kept, setKept, forget, isRestored] = useKeptState(place, first);
  const [secret, setSecret] = useState(secrets);
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const input = { ...kept, ...secret } as Fields & Secrets;
  /** Returns the props of a field. A change removes its error. */
  const field = (name: keyof (Fields & Secrets) & string): FieldProps => ({
    value: input[name]!,
    error: wrong[name],
    onChange: (value: string) => {
      if (name in first) setKept((current) => ({ ...current, [name]: value }));
      else setSecret((current) => ({ ...current!, [name]: value }));
      setWrong(({ [name]: _, ...rest }) => rest);
    },
  });
  const isChanged = Object.keys(first).some((name) => kept[name] !== first[name]);
  return { input, wrong, setWrong, field, forget, isChanged, isRestored };
}
