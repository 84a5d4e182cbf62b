import { useQuery } from '@tanstack/react-query';
import type { SearchKind } from './search-sources.ts';

/** Matches of one kind on the search page. */
const MOST = 30;
/** Returns the first matches of one kind. Sends no request for an empty query. */
export const useFoundOf = (kind: SearchKind, query: string) =>
  useQuery({
    queryKey: ['site-search', kind, query, MOST],
    queryFn: async ({ signal }) =>
      (await import('./search-sources.ts')).SEARCH_SOURCES[kind](query, signal, MOST),
    enabled: query !== '',
  });
