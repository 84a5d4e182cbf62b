import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '@respa/contract/route';
import { sendMessage } from '@respa/contract/support';
import { call } from '#lib/call.ts';

export const useSendMessage = () => useMutation({ mutationFn: (body: BodyOf<typeof sendMessage>) => call(sendMessage, { body }) });
