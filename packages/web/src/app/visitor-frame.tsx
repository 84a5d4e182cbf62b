import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PageSpinner } from '#ui/spinner.tsx';
import { VisitorHeader } from './visitor-header.tsx';
import styles from './visitor-frame.module.css';

/** Pages that are open without signing in: a header and one card in the middle. */
export function VisitorFrame() {
  // Documented: who waits for activation sees no header.
  const isWaiting = useLocation().pathname === '/notactivated';
  return (
    <div className={styles.frame}>
      {isWaiting ? null : <VisitorHeader />}
      <main className={styles.main}>
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
