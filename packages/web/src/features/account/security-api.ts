// The account calls of /settings. Separate from api.ts, so that signing in does not load them.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import * as security from '@respa/contract/account-security';
import type { BodyOf } from '@respa/contract/route';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';

const emailKey = ['account', 'email'] as const;
const factorKey = ['account', 'factor'] as const;

function useChanging<T, R>(act: (input: T) => Promise<R>, queryKey: readonly string[]) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: act, onSuccess: () => queries.invalidateQueries({ queryKey }) });
}
export const useEmails = () =>
  useQuery({ queryKey: emailKey, queryFn: () => call(security.email) });
export const useChangeEmail = () =>
  useChanging(
    (body: BodyOf<typeof security.changeEmail>) => call(security.changeEmail, { body }),
    emailKey,
  );
export const useCancelEmail = () => useChanging(() => call(security.cancelEmail), emailKey);
export const useConfirmation = (link: string) =>
  useQuery({
    queryKey: [...emailKey, 'confirm', link],
    queryFn: () => call(security.confirmation, { params: { link } }),
    retry: false,
    staleTime: Infinity,
  });
export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof security.confirmEmail>) =>
      call(security.confirmEmail, { body }),
  });
export const useMailFactor = () => useMutation({ mutationFn: () => call(security.mailFactor) });
export const useFactor = () =>
  useQuery({ queryKey: factorKey, queryFn: () => call(security.factor) });
export const useBeginFactor = () =>
  useMutation({
    mutationFn: (password: string) => call(security.beginFactor, { body: { password } }),
  });
export const useConfirmFactor = () =>
  useChanging((code: string) => call(security.confirmFactor, { body: { code } }), factorKey);
export const useEndFactor = () =>
  useChanging(
    (body: { password: string; code: string }) => call(security.endFactor, { body }),
    factorKey,
  );
export const useNewCodes = () =>
  useChanging(
    (body: { password: string; code: string }) => call(security.newCodes, { body }),
    factorKey,
  );
export const useSignIns = () =>
  useInfiniteQuery({
    queryKey: ['account', 'sign-ins'],
    queryFn: ({ pageParam }) =>
      call(security.signIns, { query: pageParam === '' ? {} : { before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.isLast ? undefined : page.signIns.at(-1)?._id),
  });
