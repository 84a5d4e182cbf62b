import { Link, Route, Routes } from 'react-router';
import { usePageTitle } from '#lib/navigation/page-title.ts';
import { ChartSamples } from './gallery/charts.tsx';
import { ButtonSamples, FieldSamples } from './gallery/controls.tsx';
import { OverlaySamples, PictureSamples } from './gallery/media.tsx';
import { PeopleSamples, StateSamples } from './gallery/people.tsx';
import { ShellSample, ConversationSample } from './gallery/shell-sample.tsx';
import { ThemeSwitch } from './gallery/theme-switch.tsx';
import styles from './test-page.module.css';

/**
 * /test-page shows the whole design system, in both themes side by side; /test-page/shell shows the
 * frame.
 */
export function TestPage() {
  usePageTitle('Образцы');
  return (
    <Routes>
      <Route index element={<Gallery />} />
      <Route path="shell" element={<ShellSample />} />
      <Route path="talk" element={<ConversationSample />} />
    </Routes>
  );
}

function Gallery() {
  return (
    <main className={styles.gallery}>
      <header className={styles.head}>
        <h1 className={styles.title}>Образцы</h1>
        <Link to="/test-page/shell" className={styles.link}>
          Оболочка
        </Link>
        <ThemeSwitch />
      </header>
      <div className={styles.sides}>
        {(['dark', 'light'] as const).map((theme) => (
          <section
            key={theme}
            className={styles.side}
            data-mantine-color-scheme={theme}
            aria-label={theme === 'dark' ? 'Тёмная тема' : 'Светлая тема'}
          >
            <h2 className={styles.name}>{theme === 'dark' ? 'Тёмная' : 'Светлая'}</h2>
            <ButtonSamples />
            <FieldSamples />
            <PeopleSamples />
            <OverlaySamples />
            <PictureSamples />
            <ChartSamples />
            <StateSamples />
          </section>
        ))}
      </div>
    </main>
  );
}
