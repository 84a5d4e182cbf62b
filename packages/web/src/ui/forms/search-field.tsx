import type { Ref } from 'react';
import { IconSearch } from '#ui/icons.ts';
import { TextField } from './text-field.tsx';

type SearchFieldProps = {
  /** For screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** The field of a search that runs as the user types. */
export function SearchField({ className, ...field }: SearchFieldProps) {
  return (
    <TextField
      className={className}
      hideLabel
      type="search"
      icon={<IconSearch aria-hidden="true" />}
      maxLength={100}
      {...field}
    />
  );
}
