import { useId, useState } from 'react';
import { IconStarFilled } from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import styles from './stars.module.css';

const FIVE = [1, 2, 3, 4, 5] as const;
const WORDS = ['ужасно', 'плохо', 'нормально', 'хорошо', 'отлично'] as const;

/**
 * Shows an average from one to five as stars. The same value in words is beside it or in `label`.
 */
export function Stars({
  value,
  size = 18,
  label,
}: {
  value: number;
  size?: number;
  label?: string;
}) {
  return (
    <span
      className={styles.stars}
      role="img"
      aria-label={label ?? `${String(value).replace('.', ',')} из 5`}
    >
      {FIVE.map((star) => (
        <span key={star} className={styles.place} style={{ width: size, height: size }}>
          <IconStarFilled size={size} className={styles.empty} aria-hidden="true" />
          <span
            className={styles.part}
            style={{ width: `${Math.min(1, Math.max(0, value - star + 1)) * 100}%` }}
          >
            <IconStarFilled size={size} aria-hidden="true" />
          </span>
        </span>
      ))}
    </span>
  );
}

/** Lets the user choose one to five stars: the arrow keys move between them, a press chooses. */
export function StarPicker({
  label,
  value,
  disabled = false,
  onChange,
}: {
  label: string;
  value: number | null;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const name = useId();
  const [over, setOver] = useState(0);
  const shown = over === 0 ? (value ?? 0) : over;
  return (
    <fieldset className={styles.picker} disabled={disabled} onPointerLeave={() => setOver(0)}>
      <legend className="visually-hidden">{label}</legend>
      {FIVE.map((star) => (
        <label
          key={star}
          className={classNames(styles.choice, star <= shown && styles.chosen)}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse') setOver(star);
          }}
          title={WORDS[star - 1]}
        >
          <input
            type="radio"
            name={name}
            value={star}
            checked={value === star}
            className="visually-hidden"
            aria-label={`${star} из 5, ${WORDS[star - 1]!}`}
            onChange={() => onChange(star)}
          />
          <IconStarFilled size={30} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
