import { NavLink } from 'react-router';
import { IconPlus, IconSearch } from '#ui/icons.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import styles from './board-head.module.css';

const PLACES = [
  ['/ad/main', 'Главная'],
  ['/ad/new', 'Новые'],
  ['/ad/mine', 'Мои'],
  ['/ad/favourites', 'Избранное'],
  ['/ad/searches', 'Мои поиски'],
] as const;

/** The header above every list of the classifieds. */
export function BoardHead() {
  const chip = ({ isActive }: { isActive: boolean }) =>
    classNames(styles.chip, isActive && styles.here);
  return (
    <div className={styles.head}>
      <div className={styles.top}>
        <PageHead title="Объявления" />
        <span className={styles.actions}>
          <ButtonLink to="/ad/search" icon={<IconSearch size={18} aria-hidden="true" />}>
            Поиск
          </ButtonLink>
          <ButtonLink
            to="/ad/create"
            variant="primary"
            icon={<IconPlus size={18} aria-hidden="true" />}
          >
            Разместить
          </ButtonLink>
        </span>
      </div>
      <nav aria-label="Объявления" className={styles.chips}>
        {PLACES.map(([to, label]) => (
          <NavLink key={to} to={to} end className={chip}>
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}
