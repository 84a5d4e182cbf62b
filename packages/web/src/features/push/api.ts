import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as push from '@respa/contract/push';
import type { PushSettingsValue } from '@respa/contract/push';
import type { ReplyOf } from '@respa/contract/route';
import { ApiError, call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { disableHere, enableHere } from './this-device.ts';

const key = ['push'] as const;
type Overview = ReplyOf<typeof push.overview>;
export type PushDevice = Overview['devices'][number];

export const usePush = () => useQuery({ queryKey: key, queryFn: () => call(push.overview) });
const readKey = async (queries: QueryClient): Promise<string> =>
  (await queries.fetchQuery({ queryKey: key, queryFn: () => call(push.overview) })).publicKey;

/** Returns the sentence about why notifications could not be turned on here. */
export const sentenceOfFailure = (error: Error): string =>
  error instanceof ApiError
    ? error.message
    : 'Браузер не смог подключиться к своей службе уведомлений. Попробуйте ещё раз позже.';
/** Turns notifications on here. The result says whether the browser allowed it. */
export function useEnable() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => enableHere(() => readKey(queries)),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
/** Turns a device off; if it is this one, its browser too. */
export function useRemoveDevice() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id, isCurrent }: PushDevice) => {
      await call(push.unsubscribe, { params: { id: _id } });
      if (isCurrent) await disableHere();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
/**
 * Changes settings: at once on the screen, and back to the stored ones if that failed. Each call
 * sends what the screen shows by then, so that two changes in a moment both last.
 */
export function useSetSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (_: Partial<PushSettingsValue>) =>
      call(push.setSettings, { body: queries.getQueryData<Overview>(key)!.settings }),
    scope: { id: 'push-settings' },
    onMutate: (change) => {
      void queries.cancelQueries({ queryKey: key }, { revert: false });
      queries.setQueryData<Overview>(
        key,
        (known) => known && { ...known, settings: { ...known.settings, ...change } },
      );
    },
    onError: () => queries.invalidateQueries({ queryKey: key }),
  });
}
