import { Link, useLocation } from 'react-router';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { Logo } from '#ui/logo.tsx';
import { isCurrentRoute, TOP_BAR } from '../navigation.ts';
import { useShellData, type Me } from './shell-data.ts';
import styles from '../bars.module.css';

/** Phones only: the name, search, the bell. */
export function TopBar({ me }: { me: Me }) {
  const data = useShellData();
  const { pathname } = useLocation();
  return (
    <header className={styles.top}>
      <Link to="/home" className={styles.logo} aria-label="Респа, на главную">
        <Logo />
      </Link>
      <nav className={styles.tools} aria-label="Поиск и уведомления">
        {TOP_BAR.map((entry) => {
          const Icon = entry.icon;
          return (
            <IconLink
              key={entry.label}
              to={entry.to(me)}
              label={entry.label}
              count={entry.unread?.(data)}
              size="large"
              className={isCurrentRoute(entry, pathname, me) ? styles.lit : undefined}
              icon={<Icon stroke={1.8} />}
            />
          );
        })}
      </nav>
    </header>
  );
}
