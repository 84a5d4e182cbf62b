import { CLASSIFIEDS } from '@respa/contract/limits';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Passport } from '../api.ts';
import styles from './offer-form.module.css';

export const NO_PASSPORT: Passport = {
  region: null,
  rank: null,
  phone: null,
  mail: null,
  bans: null,
};
const ANSWERS = [
  { value: 'unsaid' as const, label: 'Не указано' },
  { value: 'yes' as const, label: 'Да' },
  { value: 'no' as const, label: 'Нет' },
];
const answerOf = (answer: boolean | null) => (answer === null ? 'unsaid' : answer ? 'yes' : 'no');
const readAnswer = (answer: 'unsaid' | 'yes' | 'no') =>
  answer === 'unsaid' ? null : answer === 'yes';

/** The fields that a buyer of an account needs. A field left empty is shown in red. */
export function PassportFields({
  passport,
  disabled,
  onChange,
}: {
  passport: Passport;
  disabled: boolean;
  onChange: (passport: Passport) => void;
}) {
  const put = (change: Partial<Passport>) => onChange({ ...passport, ...change });
  const line = (
    name: 'region' | 'rank' | 'bans',
    label: string,
    placeholder: string,
    maxLength: number,
  ) => (
    <TextField
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={passport[name] ?? ''}
      disabled={disabled}
      onChange={(value) => put({ [name]: value === '' ? null : value })}
    />
  );
  return (
    <fieldset className={styles.passport}>
      <legend className={styles.legend}>Паспорт аккаунта</legend>
      <p className={styles.note}>Чего не заполните, покупатель увидит красным.</p>
      {line('region', 'Регион', 'Россия', CLASSIFIEDS.line)}
      {line('rank', 'Ранг', 'Золото III', CLASSIFIEDS.line)}
      <Select
        label="Телефон привязан"
        value={answerOf(passport.phone)}
        options={ANSWERS}
        disabled={disabled}
        onChange={(value) => put({ phone: readAnswer(value) })}
      />
      <Select
        label="Почта привязана"
        value={answerOf(passport.mail)}
        options={ANSWERS}
        disabled={disabled}
        onChange={(value) => put({ mail: readAnswer(value) })}
      />
      <div className={styles.wide}>{line('bans', 'Блокировки', 'Не было', CLASSIFIEDS.bans)}</div>
    </fieldset>
  );
}
