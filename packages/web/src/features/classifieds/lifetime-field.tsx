import { useState } from 'react';
import { endAfter, parseLifetime } from '@respa/contract/classified-rules';
import { day } from '#lib/format.ts';
import { DaysTextField } from '#ui/forms/days-text-field.tsx';

/** The number of days for which an offer is shown, and its end date. */
export function LifetimeField({
  value,
  onChange,
  error,
  disabled = false,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}) {
  const [now] = useState(() => new Date());
  const days = parseLifetime(value, now.getTime());
  const end = days === null ? null : endAfter(now, days);
  const helpText =
    days === null
      ? 'Целое число дней, не больше 365'
      : end === null
        ? '0 — без срока'
        : `До ${day(end)}`;
  return (
    <DaysTextField
      value={value}
      onChange={onChange}
      disabled={disabled}
      helpText={helpText}
      error={error}
    />
  );
}
