import { useLocation } from 'react-router';
import { rememberReturn } from '#lib/navigation/return-place.ts';
import { ButtonLink } from '#ui/forms/button.tsx';
import styles from './open.module.css';

/** A link to the registration, after which the member comes back to this page. */
export function JoinLink({ children, small = false }: { children: string; small?: boolean }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <ButtonLink
      to="/register"
      variant="primary"
      size={small ? 'small' : 'medium'}
      state={{ from: here }}
      onClick={() => rememberReturn(here)}
    >
      {children}
    </ButtonLink>
  );
}
/** The invitation at the bottom of a page that visitors may read. */
export function JoinBar({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  return (
    <aside className={styles.join} aria-label="Приглашение">
      <p className={styles.invitation}>{text}</p>
      <span className={styles.doors}>
        <JoinLink>Присоединиться</JoinLink>
        <ButtonLink to="/login" state={{ from: pathname + search }}>
          Войти
        </ButtonLink>
      </span>
    </aside>
  );
}
