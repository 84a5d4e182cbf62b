import { useState } from 'react';
import { PROMOS } from '@respa/contract/limits';
import { endOf, parseDays } from '@respa/contract/lifetimes';
import { PROMO_DAYS } from '@respa/contract/promo-rules';
import { day } from '#lib/text/format.ts';
import { DaysTextField } from '#ui/forms/days-text-field.tsx';

type DaysFieldProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** The start of the period; the end date is calculated from it. */ from?: Date | undefined;
  helpText?: string;
};
export const WRONG_DAYS = `Срок — целое число дней от 1 до ${PROMOS.days}.`;
/** The number of days for which an ad is shown. */
export function DaysField({
  value,
  onChange,
  error,
  disabled = false,
  from,
  helpText,
}: DaysFieldProps) {
  const [now] = useState(() => Date.now());
  const days = parseDays(value, now, PROMO_DAYS);
  const shown =
    days === null ? WRONG_DAYS : from === undefined ? helpText : `До ${day(endOf(from, days))}`;
  return (
    <DaysTextField
      value={value}
      onChange={onChange}
      disabled={disabled}
      helpText={shown}
      error={error}
    />
  );
}
