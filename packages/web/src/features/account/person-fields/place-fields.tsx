import { LENGTHS } from '@respa/contract/limits';
import type { FieldProps } from '#ui/forms/use-fields.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import styles from './person-fields.module.css';

/** The country and the city of a person. */
export function PlaceFields({ field }: { field: (name: 'country' | 'city') => FieldProps }) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Страна"
        autoComplete="country-name"
        maxLength={LENGTHS.place}
        {...field('country')}
      />
      <TextField
        label="Город"
        autoComplete="address-level2"
        maxLength={LENGTHS.place}
        {...field('city')}
      />
    </div>
  );
}
