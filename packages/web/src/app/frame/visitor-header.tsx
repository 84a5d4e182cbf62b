import { IconBriefcase } from '#ui/icons.ts';
import { Link } from 'react-router';
import { Logo } from '#ui/logo.tsx';
import { ButtonLink } from '#ui/forms/button.tsx';
import styles from './visitor-header.module.css';

/** The header for visitors who are not signed in. */
export function VisitorHeader() {
  return (
    <header className={styles.header}>
      <Link to="/greeting" className={styles.logo} aria-label="Респа, на первую страницу">
        <Logo size={32} />
      </Link>
      <nav className={styles.links} aria-label="Вход">
        <ButtonLink
          to="/portfolio"
          variant="plain"
          className={styles.portfolio}
          icon={<IconBriefcase stroke={1.7} aria-hidden="true" />}
        >
          Моё портфолио
        </ButtonLink>
        <ButtonLink to="/login" variant="plain">
          Войти
        </ButtonLink>
        <ButtonLink to="/register" variant="primary">
          Регистрация
        </ButtonLink>
      </nav>
    </header>
  );
}
