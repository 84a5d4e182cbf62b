import { useState } from 'react';
import { call } from '#lib/network/call.ts';
import { useMutation } from '#lib/network/mutation.ts';
import { GROUP, PRIVATE } from '../rooms/conversation-kind.ts';
import { randomId } from '#lib/browser/random-id.ts';

export type Recipient = { id: string; isGroup: boolean };
/**
 * Sends one text to several conversations. What was sent is not sent again when the member tries
 * once more after an error.
 */
export function useSendTo() {
  const [clientIds] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: async ({ text, to }: { text: string; to: readonly Recipient[] }) => {
      for (const { id, isGroup } of to) {
        const key = `${id} ${text}`;
        const clientId = clientIds.get(key) ?? randomId();
        clientIds.set(key, clientId);
        await call((isGroup ? GROUP : PRIVATE).calls.send, {
          params: { roomId: id },
          body: { message: text, clientId },
        });
      }
    },
  });
}
