import { useId } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { useSettled } from '#lib/network/settled.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { useGameNames } from './api.ts';

/** A game's name: the catalogue's names are suggested, any other is allowed. */
export function GameField({
  value,
  onChange,
  label = 'Игра',
  helpText,
  disabled = false,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  helpText?: string;
  disabled?: boolean;
}) {
  const id = useId();
  const names = useGameNames(useSettled(value.trim())).data ?? [];
  return (
    <>
      <TextField
        label={label}
        helpText={helpText}
        value={value}
        disabled={disabled}
        maxLength={LENGTHS.title}
        onChange={onChange}
        list={id}
        autoComplete="off"
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
