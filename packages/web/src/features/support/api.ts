import type { BodyOf } from '@respa/contract/route';
import { sendMessage } from '@respa/contract/support';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';

export const useSendMessage = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof sendMessage>) => call(sendMessage, { body }) });
