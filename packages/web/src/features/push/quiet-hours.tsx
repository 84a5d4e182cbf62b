import { useState } from 'react';
import type { PushSettingsValue } from '@respa/contract/push';
import { Switch } from '#ui/forms/checkbox.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { readTimeZone } from './this-device.ts';
import styles from './push-card.module.css';

/** From 23:00 to 8:00, in minutes of the day. */
const NIGHT = { from: 23 * 60, to: 8 * 60 };
const two = (number: number) => String(number).padStart(2, '0');
const toTime = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
function toMinute(time: string): number | null {
  const match = /^(\d\d):(\d\d)/.exec(time);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
/** Returns 'Москва, стандартное время', or the name that computers use. */
function nameZone(timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName: 'long' });
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  } catch {
    return timeZone;
  }
}

type QuietHoursProps = {
  settings: PushSettingsValue;
  onChange: (change: Pick<PushSettingsValue, 'quietHours' | 'timeZone'>) => void;
};
/** The hours in which nothing rings, in the time zone of the device on which they were set last. */
export function QuietHours({ settings: { quietHours, timeZone }, onChange }: QuietHoursProps) {
  const save = (hours: PushSettingsValue['quietHours']) =>
    onChange({ quietHours: hours, timeZone: readTimeZone() });
  return (
    <>
      <Switch
        label="Тихие часы"
        helpText="В это время устройства молчат."
        checked={quietHours !== null}
        onChange={(on) => save(on ? NIGHT : null)}
      />
      {quietHours === null ? null : (
        <div>
          <div className={styles.hours}>
            <Time
              label="С"
              minute={quietHours.from}
              onChange={(from) => save({ ...quietHours, from })}
            />
            <Time
              label="До"
              minute={quietHours.to}
              onChange={(to) => save({ ...quietHours, to })}
            />
          </div>
          <p className={styles.zone}>Часовой пояс: {nameZone(timeZone)}</p>
        </div>
      )}
    </>
  );
}

type TimeProps = { label: string; minute: number; onChange: (minute: number) => void };
/** A time of day. It is saved when the field is left: until then it is still being typed. */
function Time({ label, minute, onChange }: TimeProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const end = () => {
    const next = typed === null ? null : toMinute(typed);
    setTyped(null);
    if (next !== null && next !== minute) onChange(next);
  };
  return (
    <TextField
      label={label}
      type="time"
      value={typed ?? toTime(minute)}
      onChange={setTyped}
      onBlur={end}
    />
  );
}
