import { useQueries } from '@tanstack/react-query';
import type { SearchKind, Suggestion } from './search-sources.ts';

export type Section = { label: string; found: Suggestion[] };
/** The kinds of matches, in their order. */
const KINDS: readonly SearchKind[] = ['Люди', 'Игры', 'Группы', 'Объявления', 'Видео', 'Каналы'];
/** Longer queries go to the web only. */
const MAX_QUERY = 100;

/**
 * Returns the matches on this site by kind, or null until every kind has responded. A kind that
 * failed is omitted. The previous matches stay while the next ones load. The code of the sources
 * loads with the first query.
 */
export function useSuggestions(query: string): Section[] | null {
  const isEnabled = query !== '' && query.length <= MAX_QUERY;
  return useQueries({
    queries: KINDS.map((label) => ({
      queryKey: ['site-search', label, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await import('./search-sources.ts')).SEARCH_SOURCES[label](query, signal),
      enabled: isEnabled,
      retry: false,
      placeholderData: (previous: Suggestion[] | undefined) => previous,
    })),
    combine: (answers) => {
      if (!isEnabled) return query === '' ? null : [];
      if (answers.some((answer) => answer.isPending)) return null;
      return KINDS.map((label, index) => ({
        label,
        found: answers[index]!.data ?? [],
      })).filter(({ found }) => found.length > 0);
    },
  });
}
