import { useEffect, useState } from 'react';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { Logo } from '#ui/logo.tsx';
import { Link } from 'react-router';
import { LateToasts } from '../late-toasts.tsx';
import { VisitorHeader } from '../frame/visitor-header.tsx';
import { Deeds } from './landing/abilities.tsx';
import { FreeSlot } from './landing/free-slot.tsx';
import { Hero } from './landing/hero.tsx';
import { Services } from './landing/services.tsx';
import styles from './landing/landing.module.css';

type App = { _id: string; version: string };
/**
 * Links to the app that the admin marked, once it is known. Makes its own call, because the shared
 * API client would be the heaviest part of this page.
 */
function AppLink() {
  const [app, setApp] = useState<App | null>();
  useEffect(() => {
    fetch('/api/games/landing')
      .then((answer) => answer.json())
      .then(
        ({ game }: { game?: App | null }) => setApp(game),
        () => {},
      );
  }, []);
  return (
    app && (
      <a href={`/media/app/${app._id}`} download>
        Приложение {app.version}
      </a>
    )
  );
}

/**
 * /greeting: explains Респа to first-time visitors. It is also rendered at build time, so it uses
 * neither Mantine nor queries,
 * and no style attribute either: the page's CSP forbids them in HTML.
 */
export function Landing() {
  usePageTitle('');
  return (
    <div className={styles.page}>
      <VisitorHeader />
      <main className={styles.main}>
        <Hero />
        <Deeds />
        <Services />
        <FreeSlot />
      </main>
      <footer className={styles.footer}>
        <Logo size={28} />
        <span className={styles.motto}>Социальная сеть для игроков</span>
        <nav className={styles.links} aria-label="Внизу страницы">
          <Link to="/store">Игры</Link>
          <AppLink />
          <Link to="/support">Поддержка</Link>
          <Link to="/login">Войти</Link>
          <Link to="/register">Регистрация</Link>
        </nav>
      </footer>
      <LateToasts />
    </div>
  );
}
