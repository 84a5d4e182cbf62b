import { chooseTheme, useThemeChoice, type ThemeChoice } from '#lib/browser/theme.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import styles from './theme-choice.module.css';

const CHOICES: { value: ThemeChoice; label: string }[] = [
  { value: 'dark', label: 'Тёмная' },
  { value: 'light', label: 'Светлая' },
  { value: 'system', label: 'Как в системе' },
];

export function ThemeChoiceCard() {
  const chosen = useThemeChoice();
  return (
    <Card>
      <CardHead title="Тема" />
      <div className={styles.choices} role="radiogroup" aria-label="Тема">
        {CHOICES.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="theme"
              value={value}
              checked={chosen === value}
              onChange={() => chooseTheme(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </Card>
  );
}
