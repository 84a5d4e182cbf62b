import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import * as polls from '@respa/contract/polls';
import type { Poll, PollHead } from '@respa/contract/polls';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';

const pollsKey = ['polls'] as const;
const pollKey = (id: string) => [...pollsKey, id] as const;
const votersKey = (id: string, optionId: string) => [...pollKey(id), 'voters', optionId] as const;
/**
 * How often the poll of a post is asked for, in ms: not everyone who sees one hears of its votes.
 */
const REFRESH_MS = 20_000;

/** Returns a poll as the member sees it. */
export const usePoll = ({ _id: id }: PollHead, isLive: boolean) =>
  useQuery({
    queryKey: pollKey(id),
    queryFn: () => call(polls.one, { params: { id } }),
    refetchInterval: ({ state }) =>
      isLive || state.data?.poll.isClosed === true ? false : REFRESH_MS,
  });

/** Refetches a poll that changed. */
export const refreshPoll = (queries: QueryClient, id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: pollKey(id) });
/** Refetches the polls on the page after the connection was lost. */
export const refreshPolls = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: pollsKey });

function useAnswer(id: string) {
  const queries = useQueryClient();
  return (answer: { poll: Poll }) => {
    queries.setQueryData(pollKey(id), answer);
    void queries.invalidateQueries({ queryKey: [...pollKey(id), 'voters'] });
  };
}
/** Votes for the given options; without any, withdraws the vote. */
export const useVote = (id: string) =>
  useMutation({
    mutationFn: (options: string[]) => call(polls.vote, { params: { id }, body: { options } }),
    onSuccess: useAnswer(id),
  });
export const useClosePoll = (id: string) =>
  useMutation({
    mutationFn: () => call(polls.close, { params: { id } }),
    onSuccess: useAnswer(id),
  });
export const useVoters = (id: string, optionId: string) =>
  useInfiniteQuery({
    queryKey: votersKey(id, optionId),
    queryFn: ({ pageParam }) =>
      call(polls.voters, {
        params: { id, optionId },
        query: pageParam === '' ? {} : { before: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : (page.last ?? undefined)),
  });
