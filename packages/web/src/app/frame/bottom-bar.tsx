import { Fragment } from 'react';
import { Link, useLocation } from 'react-router';
import { IconPlus } from '#ui/icons.ts';
import { counted } from '#lib/text/format.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { BOTTOM_BAR, isCurrentRoute } from '../navigation.ts';
import { useReturnToTop } from '../return-to-top.ts';
import { useShellData, type Me } from './shell-data.ts';
import styles from '../bars.module.css';

/** Before which destination the button for a new post stands. */
const MIDDLE = 2;

const NewPost = () => (
  <Link to="/createpost" className={styles.add} aria-label="Новый пост">
    <IconPlus size={24} stroke={2} aria-hidden="true" />
  </Link>
);

/** Phones only: the destinations within reach of the thumb. */
export function BottomBar({ me }: { me: Me }) {
  const data = useShellData();
  const { pathname } = useLocation();
  const returnToTop = useReturnToTop();
  return (
    <nav className={styles.bottom} aria-label="Разделы">
      {BOTTOM_BAR.map((entry, at) => {
        const isHere = isCurrentRoute(entry, pathname, me);
        const unread = entry.unread?.(data) ?? 0;
        const Icon = entry.icon;
        return (
          <Fragment key={entry.label}>
            {at === MIDDLE ? <NewPost /> : null}
            <Link
              to={entry.to(me)}
              className={classNames(styles.place, isHere && styles.here)}
              aria-current={isHere ? 'page' : undefined}
              onClick={returnToTop}
            >
              <span className={styles.pill}>
                <Icon size={24} stroke={1.8} aria-hidden="true" />
                <Badge
                  count={unread}
                  label={counted(unread, ['новое', 'новых', 'новых'])}
                  className={styles.badge}
                />
              </span>
              {entry.label}
            </Link>
          </Fragment>
        );
      })}
    </nav>
  );
}
