import type { ComponentType } from 'react';
import { Link } from 'react-router';
import {
  IconCamera,
  IconCheck,
  IconDeviceGamepad2,
  IconMapPin,
  IconMessageCircle,
  IconUserPlus,
  IconUsersGroup,
  IconX,
} from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useDismissSteps, type FirstSteps } from './overview-api.ts';
import styles from './steps-card.module.css';

const STEPS: readonly {
  name: keyof FirstSteps;
  label: string;
  to: string;
  icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;
}[] = [
  { name: 'avatar', label: 'Добавьте фотографию', to: '/editprofile', icon: IconCamera },
  { name: 'city', label: 'Укажите свой город', to: '/editprofile', icon: IconMapPin },
  { name: 'games', label: 'Отметьте свои игры', to: '/games', icon: IconDeviceGamepad2 },
  { name: 'people', label: 'Найдите друзей', to: '/users', icon: IconUserPlus },
  {
    name: 'communities',
    label: 'Подпишитесь на три группы',
    to: '/publics',
    icon: IconUsersGroup,
  },
  {
    name: 'greeting',
    label: 'Поздоровайтесь с теми, кто в сети',
    to: '/users?online=yes',
    icon: IconMessageCircle,
  },
];

/** The steps of the first days with their progress. It can be dismissed for good. */
export function StepsCard({ steps }: { steps: FirstSteps }) {
  const dismiss = useDismissSteps();
  const done = STEPS.filter(({ name }) => steps[name]).length;
  return (
    <Card aria-labelledby="first-steps" className={styles.card}>
      <header className={styles.head}>
        <h2 id="first-steps" className={styles.title}>
          Первые шаги
        </h2>
        <span className={styles.count}>
          {done} из {STEPS.length}
        </span>
        <IconButton
          label="Скрыть первые шаги"
          icon={<IconX size={20} />}
          onClick={() => dismiss.mutate()}
        />
      </header>
      <progress className={styles.bar} value={done} max={STEPS.length} aria-label="Сделано шагов" />
      <ul className={styles.steps} data-strip>
        {STEPS.toSorted((a, b) => Number(steps[a.name]) - Number(steps[b.name])).map(
          ({ name, label, to, icon: Icon }) => (
            <li key={name}>
              <Link to={to} className={classNames(styles.step, steps[name] && styles.done)}>
                {steps[name] ? (
                  <IconCheck size={22} aria-hidden="true" />
                ) : (
                  <Icon size={22} aria-hidden="true" />
                )}
                <span>{label}</span>
                {steps[name] ? <span className="visually-hidden">, сделано</span> : null}
              </Link>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
