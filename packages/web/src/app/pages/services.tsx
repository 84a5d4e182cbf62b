import { Link } from 'react-router';
import { counted } from '#lib/text/format.ts';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SERVICES } from '../navigation.ts';
import { useShellData } from '../frame/shell-data.ts';
import styles from './services.module.css';

/** Lists everything that has no place of its own in the bottom bar. */
export function Services() {
  usePageTitle('Сервисы');
  const data = useShellData();
  const { me } = data;
  if (me === null) return null;
  return (
    <Columns>
      <PageHead title="Сервисы" />
      <nav aria-label="Сервисы">
        <ul className={styles.cards}>
          {SERVICES.map(({ label, icon: Icon, to, text, unread }) => {
            const count = unread?.(data) ?? 0;
            return (
              <li key={label}>
                <Link to={to(me)} className={styles.card}>
                  <Icon size={26} stroke={1.7} aria-hidden="true" />
                  <span className={styles.label}>
                    {label}
                    <Badge count={count} label={counted(count, ['новое', 'новых', 'новых'])} />
                  </span>
                  <span className={styles.text}>{text}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </Columns>
  );
}
