import { Suspense, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { classNames } from '#lib/browser/class-names.ts';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { PageSpinner } from '#ui/feedback/spinner.tsx';
import { VisitorHeader } from './visitor-header.tsx';
import styles from './visitor-frame.module.css';

/** Pages wider than one centred card. */
const WIDE =
  /^\/(?:portfolio$|cloud\/file\/|store(?:\/|$)|public\/|publicpost\/|user\/|video\/|videohost\/)/;

/**
 * Frame of pages that are open without signing in: a header and, usually, one card in the middle;
 * around the routes inside, or around `children`.
 */
export function VisitorFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  // Documented: a user who waits for activation sees no header.
  const isWaiting = pathname === '/notactivated';
  return (
    <div className={styles.frame}>
      {isWaiting ? null : <VisitorHeader />}
      <main
        data-path={pathname}
        className={classNames(styles.main, WIDE.test(pathname) && styles.wide)}
      >
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<PageSpinner />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
