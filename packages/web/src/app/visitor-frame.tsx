import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { PageSpinner } from '#ui/spinner.tsx';
import { VisitorHeader } from './visitor-header.tsx';
import styles from './visitor-frame.module.css';

/** Pages that are open without signing in: a header and one card in the middle. */
export function VisitorFrame() {
  return (
    <div className={styles.frame}>
      <VisitorHeader />
      <main className={styles.main}>
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
