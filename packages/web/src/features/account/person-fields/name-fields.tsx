import { LENGTHS } from '@respa/contract/limits';
import type { FieldProps } from '#ui/forms/use-fields.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import styles from './person-fields.module.css';

/** The name and the surname of a person. */
export function NameFields({
  field,
  autoFocus = false,
}: {
  field: (name: 'name' | 'surname') => FieldProps;
  autoFocus?: boolean;
}) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Имя"
        autoComplete="given-name"
        autoFocus={autoFocus}
        required
        maxLength={LENGTHS.name}
        {...field('name')}
      />
      <TextField
        label="Фамилия"
        autoComplete="family-name"
        required
        maxLength={LENGTHS.name}
        {...field('surname')}
      />
    </div>
  );
}
