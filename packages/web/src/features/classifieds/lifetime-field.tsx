import { useState } from 'react';
import { endAfter, parseLifetime } from '@respa/contract/classified-rules';
import { prolongedEnd } from '@respa/contract/lifetimes';
import { day } from '#lib/text/format.ts';
import { DaysTextField } from '#ui/forms/days-text-field.tsx';
import type { Offer } from './api.ts';

/** The number of days for which an offer is shown, and its end date. */
export function LifetimeField({
  value,
  onChange,
  error,
  disabled = false,
  offer,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** The offer that is prolonged; a new one has no end yet. */
  offer?: Pick<Offer, 'dieDate'>;
}) {
  const [now] = useState(() => new Date());
  const days = parseLifetime(value, now.getTime());
  const end =
    days === null || offer?.dieDate === null
      ? null
      : offer === undefined || days === 0
        ? endAfter(now, days)
        : prolongedEnd(value, days, new Date(offer.dieDate), now);
  const helpText =
    days === null
      ? 'Целое число дней, не больше 365'
      : end === null
        ? offer?.dieDate === null
          ? 'Объявление и так без срока'
          : '0 — без срока'
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
