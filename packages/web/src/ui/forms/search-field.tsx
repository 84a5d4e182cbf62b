import type { ComponentProps } from 'react';
import { IconSearch } from '#ui/icons.ts';
import { TextField } from './text-field.tsx';

type SearchFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'icon' | 'hideLabel'>;

/** A field that searches a list. Its label is for screen readers. */
export function SearchField({ placeholder = 'Поиск', maxLength = 100, ...rest }: SearchFieldProps) {
  return (
    <TextField
      hideLabel
      type="search"
      placeholder={placeholder}
      icon={<IconSearch size={20} aria-hidden="true" />}
      maxLength={maxLength}
      {...rest}
    />
  );
}
