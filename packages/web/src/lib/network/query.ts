import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { onConnectionBack } from './connection.ts';
import { ApiError } from './call.ts';
import { keepAnswers } from './keep-answers.ts';

/**
 * Keeps an invalidation that arrives during a query's first load. Why: the library treats the
 * running load as fresh enough,
 * but its response may be older than the event that caused the invalidation. Such queries are
 * refetched once when they have loaded.
 */
export class Queries extends QueryClient {
  override async invalidateQueries<TKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const loading = new Set(
      this.getQueryCache()
        .findAll({ ...filters, fetchStatus: 'fetching' } as InvalidateQueryFilters)
        .filter((query) => query.state.data === undefined),
    );
    await super.invalidateQueries(filters, options);
    if (loading.size > 0)
      await super.invalidateQueries({ predicate: (query) => loading.has(query) }, options);
  }
}

/**
 * Creates the query client. Reads are retried while the network or the server is down; an error
 * response of the server is not retried.
 */
export function makeQueryClient(): QueryClient {
  const client = new Queries({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        persister: keepAnswers,
        retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status >= 500),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 8_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onConnectionBack(() => void client.invalidateQueries());
  return client;
}
