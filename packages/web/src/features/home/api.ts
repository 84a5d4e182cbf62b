import { useQueries } from '@tanstack/react-query';
import { MAX_QUERY, SEARCH_SOURCES, type Suggestion } from './search-sources.ts';

export type Section = { label: string; found: Suggestion[] };

/**
 * Returns the matches on this site by kind, or null until every kind has responded. A kind that
 * failed is omitted. The previous matches
 * stay while the next ones load.
 */
export function useSuggestions(query: string): Section[] | null {
  const isEnabled = query !== '' && query.length <= MAX_QUERY;
  return useQueries({
    queries: SEARCH_SOURCES.map(({ label, find }) => ({
      queryKey: ['site-search', label, query],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(query, signal),
      enabled: isEnabled,
      retry: false,
      placeholderData: (previous: Suggestion[] | undefined) => previous,
    })),
    combine: (answers) => {
      if (!isEnabled) return query === '' ? null : [];
      if (answers.some((answer) => answer.isPending)) return null;
      return SEARCH_SOURCES.map(({ label }, index) => ({
        label,
        found: answers[index]!.data ?? [],
      })).filter(({ found }) => found.length > 0);
    },
  });
}
