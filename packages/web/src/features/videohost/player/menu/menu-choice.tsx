import { IconCheck } from '#ui/icons.ts';
import styles from './player-menu.module.css';

type MenuChoiceProps<Value> = {
  label: string;
  options: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
};
/** One setting of the menu and its options. */
export function MenuChoice<Value extends string | number | boolean>({
  label,
  options,
  chosen,
  nameOf,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      {options.map((option) => (
        <button
          key={String(option)}
          type="button"
          role="radio"
          aria-checked={option === chosen}
          className={styles.option}
          onClick={() => onChoose(option)}
        >
          <IconCheck
            size={16}
            aria-hidden="true"
            className={option === chosen ? undefined : styles.blank}
          />
          {nameOf(option)}
        </button>
      ))}
    </div>
  );
}
