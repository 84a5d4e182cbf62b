import { Link, useLocation } from 'react-router';
import { counted } from '#lib/text/format.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { IconLink } from '#ui/forms/icon-button.tsx';
import { Logo } from '#ui/logo.tsx';
import { isCurrentRoute, RAIL, SETTINGS } from '../navigation.ts';
import { OwnMenu } from './own-menu.tsx';
import { useReturnToTop } from '../return-to-top.ts';
import styles from './rail.module.css';
import { useShellData, type Me } from './shell-data.ts';

/** The left column: labels and icons on wide screens, icons only on narrow ones. */
export function Rail({ me }: { me: Me }) {
  const data = useShellData();
  const { pathname } = useLocation();
  const returnToTop = useReturnToTop();
  const Settings = SETTINGS.icon;
  return (
    <aside className={styles.rail} aria-label="Меню">
      <Link to="/home" className={styles.logo} aria-label="Респа, на главную" onClick={returnToTop}>
        <Logo />
      </Link>
      <nav aria-label="Разделы">
        <ul className={styles.places}>
          {RAIL.map((entry) => {
            const isHere = isCurrentRoute(entry, pathname, me);
            const unread = entry.unread?.(data) ?? 0;
            const Icon = entry.icon;
            return (
              <li key={entry.label}>
                <Link
                  to={entry.to(me)}
                  className={classNames(styles.place, isHere && styles.here)}
                  aria-current={isHere ? 'page' : undefined}
                  title={entry.label}
                  onClick={returnToTop}
                >
                  <Icon className={styles.icon} stroke={1.7} aria-hidden="true" />
                  <span className={styles.label}>{entry.label}</span>
                  <Badge
                    count={unread}
                    label={counted(unread, ['новое', 'новых', 'новых'])}
                    className={styles.badge}
                  />
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className={styles.own}>
        <OwnMenu me={me} />
        <IconLink
          to={SETTINGS.to(me)}
          label={SETTINGS.label}
          icon={<Settings stroke={1.7} />}
          className={styles.settings}
        />
      </div>
    </aside>
  );
}
