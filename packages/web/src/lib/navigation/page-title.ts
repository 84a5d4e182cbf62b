import { useEffect } from 'react';

const SITE = 'Респа';
let title = '';
let unread = 0;

function write(): void {
  const name = title ? `${title} — ${SITE}` : `${SITE} — социальная сеть для игроков`;
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name;
}

/**
 * Sets the page's title in the tab. (React's own <title> would come after the one in index.html and
 * have no effect.)
 */
export function usePageTitle(name: string): void {
  useEffect(() => {
    title = name;
    write();
  }, [name]);
}

/** Sets the number before the title: the count of unread items. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    unread = count;
    write();
    return () => {
      unread = 0;
      write();
    };
  }, [count]);
}
