import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as account from '@respa/contract/account';
import { second } from '@respa/contract/account-security';
import { me } from '@respa/contract/profile';
import type { BodyOf } from '@respa/contract/route';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { beginLeaving, cancelLeaving } from '#lib/member/one-member.ts';
import { dropSession, keepSession, markRegistered } from '#lib/network/session.ts';

export type Registration = BodyOf<typeof account.register>;
const sessionsKey = ['account', 'sessions'] as const;

export function useRegister() {
  return useMutation({
    mutationFn: (body: Registration) => call(account.register, { body }),
    onSuccess: ({ token, userId }) => {
      keepSession({ token, userId, activated: false });
      markRegistered();
    },
  });
}
/** Keeps a session that has begun. Returns whether the account is activated. */
export async function enter({
  token,
  userId,
}: {
  token: string;
  userId: string;
}): Promise<boolean> {
  // The first refresh tells whether the account is activated.
  keepSession({ token, userId, activated: false });
  const state = await call(account.refresh);
  if (state.verified && state.token !== null)
    keepSession({ token: state.token, userId, activated: state.activated });
  return state.activated;
}
/** Both return whether the account is activated. */
export const useLogin = () =>
  useMutation({
    mutationFn: async (body: { email: string; password: string }) =>
      enter(await call(account.login, { body })),
  });
export const useSecondStep = () =>
  useMutation({
    mutationFn: async (body: { challenge: string; code: string }) =>
      enter(await call(second, { body })),
  });
export function useLogout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(account.logout),
    onMutate: () => beginLeaving(),
    onSettled: () => {
      dropSession(true);
      queries.clear();
    },
  });
}
/** Ends this session as if it had expired: the page redirects to the sign-in page and back. */
export function useSignInAgain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(account.logout),
    onSettled: () => {
      dropSession();
      queries.clear();
    },
  });
}
/**
 * Deletes the member's own account and everything the browser stores about the member, then says
 * goodbye.
 */
export function useDeleteProfile() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; code: string }) => call(account.deleteProfile, { body }),
    onMutate: () => beginLeaving('/goodbye'),
    onError: cancelLeaving,
    onSuccess: () => {
      dropSession(true);
      queries.clear();
    },
  });
}
export const useResend = () => useMutation({ mutationFn: () => call(account.resendActivation) });
export const useForgot = () =>
  useMutation({ mutationFn: (email: string) => call(account.forgotPassword, { body: { email } }) });
export const useActivation = (link: string) =>
  useQuery({
    queryKey: ['account', 'activation', link],
    queryFn: () => call(account.activation, { params: { link } }),
    retry: false,
    staleTime: Infinity,
  });
export const useActivate = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof account.activate>) => call(account.activate, { body }),
    onSuccess: ({ token, userId }) => keepSession({ token, userId, activated: true }),
  });
/** The address of a user who waits for the activation email. */
export const useOwnEmail = (isSignedIn: boolean) =>
  useQuery({
    queryKey: ['account', 'own-email'],
    queryFn: async () => (await call(me)).user.email,
    enabled: isSignedIn,
    staleTime: Infinity,
  });
export const useReturnLink = (id: string, link: string) =>
  useQuery({
    queryKey: ['account', 'return', id, link],
    queryFn: () => call(account.checkReturnLink, { params: { id, link } }),
    staleTime: Infinity,
  });
export const useReturnPassword = () =>
  useMutation({
    mutationFn: (body: { id: string; link: string; password: string }) =>
      call(account.returnPassword, { body }),
  });
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      call(account.changePassword, { body }),
  });
export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: () => call(account.sessions) });
export function useEndSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(account.endSession, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
}
