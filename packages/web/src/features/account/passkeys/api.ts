import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as passkeys from '@respa/contract/passkeys';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { enter } from '../api.ts';
import { answerWithPasskey, makePasskey } from './passkey-browser.ts';

const key = ['account', 'passkeys'] as const;

export const usePasskeys = () =>
  useQuery({ queryKey: key, queryFn: () => call(passkeys.list), select: (data) => data.passkeys });
/** Sends the password and the code again, lets the device make a key, and stores it under a name. */
export function useAddPasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...proof }: { name: string; password: string; code?: string }) => {
      const { options } = await call(passkeys.begin, { body: proof });
      return call(passkeys.add, { body: { name, ...(await makePasskey(options)) } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}
export function useRemovePasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(passkeys.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
}
/** Signs in with a passkey. Returns whether the account is activated. */
export const usePasskeySignIn = () =>
  useMutation({
    mutationFn: async () => {
      const { options } = await call(passkeys.beginSignIn);
      return enter(await call(passkeys.signIn, { body: await answerWithPasskey(options) }));
    },
  });
