import { useEffect } from 'react';

const SITE = 'Респа';
let title = '';
let unread = 0;

function write(): void {
  const name = title ? `${title} — ${SITE}` : `${SITE} — социальная сеть для игроков`;
  document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name;
}

/** Names the page in the tab. (React's own <title> would stand after the one of index.html and lose.) */
export function usePageTitle(name: string): void {
  useEffect(() => {
    title = name;
    write();
  }, [name]);
}

/** The number before the name: what waits to be read. */
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
