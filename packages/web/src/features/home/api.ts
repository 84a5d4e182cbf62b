import { keepPreviousData, useQuery } from '@tanstack/react-query';
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
  const answer = useQuery({
    queryKey: ['site-search', query],
    queryFn: async ({ signal }) => {
      const { SEARCH_SOURCES } = await import('./search-sources.ts');
      const answers = await Promise.allSettled(
        KINDS.map((label) => SEARCH_SOURCES[label](query, signal)),
      );
      return answers.flatMap((one, index): Section[] =>
        one.status === 'fulfilled' && one.value.length > 0
          ? [{ label: KINDS[index]!, found: one.value }]
          : [],
      );
    },
    enabled: isEnabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return query === '' ? null : [];
  return answer.data ?? (answer.isError ? [] : null);
}
