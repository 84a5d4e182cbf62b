import type { MouseEvent } from 'react';
import type { InfiniteData } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { queries } from './queries.ts';

const isInfinite = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pageParams' in data;

/** Loads what is shown again. Long lists are cut to their first page, which is at the top. */
export function refresh(): Promise<void> {
  for (const query of queries.getQueryCache().findAll({ type: 'active' })) {
    const { data } = query.state;
    if (isInfinite(data) && data.pages.length > 1)
      query.setData({ pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) });
  }
  return queries.invalidateQueries({ type: 'active' });
}

/**
 * Returns a handler for the links of the navigation. A link to the page that is shown scrolls it to
 * its top and refreshes it, as in other networks.
 */
export function useReturnToTop(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { pathname } = useLocation();
  return (event) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.currentTarget.pathname !== pathname) return;
    event.preventDefault();
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
    void refresh();
  };
}
