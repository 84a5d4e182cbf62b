import { QueryClient } from '@tanstack/react-query';
import { onConnectionBack } from './connection.ts';
import { ApiError } from './call.ts';

/** Reads try again while the network or the server is away; what the server refused is not asked twice. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status >= 500),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 8_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onConnectionBack(() => void client.invalidateQueries());
  return client;
}
