import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTitleCount } from '#lib/navigation/page-title.ts';
import { classNames } from '#lib/browser/class-names.ts';
import { OfflineBar } from '#ui/feedback/offline-bar.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { layoutOf, type Layout } from '../navigation.ts';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { useShellData } from './shell-data.ts';
import { TopBar } from './top-bar.tsx';

const PullToRefresh = lazy(async () => ({
  default: (await import('../pull-to-refresh.tsx')).PullToRefresh,
}));
/** The feeds and lists that a finger pulls down to load again. */
const PULLED = /^\/(?:home|notifications|messages|(?:user|my)\/[^/]+)$/;
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/**
 * Rail and bars around a member's page. The width alone decides in CSS which of them are visible,
 * so nothing jumps after the start.
 */
export function Shell({ children, layout }: { children: ReactNode; layout?: Layout | undefined }) {
  const { me, unread, isLost } = useShellData();
  const { pathname } = useLocation();
  const kind = layout ?? layoutOf(pathname);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // After a navigation, the keyboard and the screen reader continue from the new page's content,
  // unless the page set the focus itself.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);

  useTitleCount(unread.messages + unread.notifications);
  return (
    <div
      className={classNames(
        styles.shell,
        kind !== 'page' && styles.conversation,
        kind === 'open-conversation' && styles.open,
      )}
    >
      <a className={styles.skip} href="#content">
        К содержанию
      </a>
      {me ? (
        <>
          <div className={styles.rail}>
            <Rail me={me} />
          </div>
          <div className={styles.top}>
            <TopBar me={me} />
          </div>
        </>
      ) : null}
      {/* The path of the page that is drawn. Why: while the next page loads, the address is already the next one's. */}
      <main ref={main} id="content" data-path={pathname} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {me ? (
        <div className={styles.bottom}>
          <BottomBar me={me} />
        </div>
      ) : null}
      {PULLED.test(pathname) && isTouch() ? (
        <Suspense>
          <PullToRefresh />
        </Suspense>
      ) : null}
      <OfflineBar lost={isLost ?? false} />
    </div>
  );
}
